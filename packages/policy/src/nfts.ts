import type { Value } from './abi/codec.ts';
import type { AssetKey } from './rule-facts.ts';
import type { Call } from './subject.ts';

/** NFTs (ERC-721, ERC-1155) by count: which call sends how many, and under which name windows count those of a collection. */

/** More than anybody has of anything: all of a collection may be taken from now on. */
const everyOne = 2n ** 256n;
const nobody = /^0x0{40}$/;
const sumOf = (amounts: Value | undefined): bigint =>
  Array.isArray(amounts) ? amounts.reduce((sum: bigint, amount) => sum + BigInt(amount as bigint), 0n) : 0n;

/**
 * How many leave by each method that collections have by their standards, or may be taken by what it allows; by its types. What else a collection has nobody counts. A
 * number that is approved to nobody is taken back. `transfer` is that of collections older than the standard.
 */
const senders: Readonly<Record<string, (args: readonly Value[]) => bigint>> = {
  'transfer(address,uint256)': () => 1n,
  'transferFrom(address,address,uint256)': () => 1n,
  'safeTransferFrom(address,address,uint256)': () => 1n,
  'safeTransferFrom(address,address,uint256,bytes)': () => 1n,
  'safeTransferFrom(address,address,uint256,uint256,bytes)': (args) => BigInt(args[3] as bigint),
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': (args) => sumOf(args[3]),
  'approve(address,uint256)': ([to]) => (nobody.test(String(to)) ? 0n : 1n),
  'setApprovalForAll(address,bool)': ([, approved]) => (approved === true ? everyOne : 0n),
};

/** How many of the collection that is called leave by a call, whatever it is; undefined where nobody can say. */
export function nftsIn({ raw, signature, args }: Call): bigint | undefined {
  if (raw || !args || signature === undefined || !Object.hasOwn(senders, signature)) return undefined;
  return senders[signature]?.(args);
}

const amountsToo = new Set([
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
]);
/**
 * May its number be an amount? By these a contract whose NFTs are divided (ERC-404, DN404 and their kin) moves as much as the number says, so nothing passes
 * because it is one.
 */
export const mayBeAmount = ({ signature }: Call): boolean => signature !== undefined && amountsToo.has(signature);

/** No asset has a blank in its name, so no window of coins counts it. */
export const nftKey = (chain: string, contract: string): AssetKey => `nft ${chain}|${contract.toLowerCase()}`;
