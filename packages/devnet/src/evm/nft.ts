import { keccak_256 } from '@noble/hashes/sha3.js';
import { FaucetError } from '../faucet/errors.ts';
import type { Call } from '../json-rpc.ts';
import { devAccounts } from './anvil.ts';
import { type Artifact, bytecode } from './token.ts';

/** Pictures to try things out with, made by contracts/DevNfts.sol. */

const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');
const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
function textWords(text: string): string {
  const hex = Buffer.from(text).toString('hex');
  return word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
}

/** Sends a transaction and mines a block with it. */
async function made(call: Call, transaction: object): Promise<string> {
  const txid = await call<string>('eth_sendTransaction', { from: devAccounts.second, ...transaction });
  await call('evm_mine');
  return txid;
}

async function deployed(call: Call, name: Artifact, data: string): Promise<string> {
  const txid = await made(call, { data });
  const receipt = await call<{ contractAddress: string | null } | null>('eth_getTransactionReceipt', txid);
  if (!receipt?.contractAddress) throw new Error(`${name} could not be deployed`);
  return receipt.contractAddress;
}

function nftCode(name: string, symbol: string): string {
  const first = textWords(name);
  return `${bytecode('DevNft')}${word(64)}${word(64 + first.length / 2)}${first}${textWords(symbol)}`;
}
/** A collection of ERC-721. */
export const deployNft = (call: Call, name: string, symbol: string): Promise<string> =>
  deployed(call, 'DevNft', nftCode(name, symbol));
/** @param args of the constructor, as the ABI writes them */
export const deploy = (call: Call, name: Artifact, args = ''): Promise<string> =>
  deployed(call, name, `${bytecode(name)}${args}`);
/** A collection of ERC-1155. */
export const deployNfts = (call: Call, name: string): Promise<string> =>
  deploy(call, 'DevNfts', `${word(32)}${textWords(name)}`);

const send = (call: Call, to: string, data: string): Promise<string> =>
  call<string>('eth_sendTransaction', { from: devAccounts.second, to, data });

/** `mint(address,uint256,string)`. @returns the transaction's hash; no block is mined */
export const mintNft = (call: Call, contract: string, to: string, id: bigint, uri: string): Promise<string> =>
  send(call, contract, `0xd3fc9864${addressWord(to)}${word(id)}${word(96)}${textWords(uri)}`);

/** `mint(address,uint256,uint256,string)`. */
export const mintSome = (call: Call, contract: string, to: string, id: bigint, amount: bigint, uri: string) =>
  send(call, contract, `0xbb7fde71${addressWord(to)}${word(id)}${word(amount)}${word(128)}${textWords(uri)}`);

/** `mintBatch(address,uint256[],uint256[])`. */
export function mintBatch(call: Call, contract: string, to: string, items: readonly (readonly [bigint, bigint])[]) {
  const list = (at: 0 | 1): string => word(items.length) + items.map((item) => word(item[at])).join('');
  const start = `${addressWord(to)}${word(96)}${word(96 + 32 * (items.length + 1))}`;
  return send(call, contract, `0xd81d0a15${start}${list(0)}${list(1)}`);
}

/** `tell(address,uint256)` of `LyingNft`. */
export const lie = (call: Call, contract: string, to: string, id: bigint): Promise<string> =>
  send(call, contract, `0xa46136f9${addressWord(to)}${word(id)}`);

/** A PNG of 8 × 8 points. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAwUlEQVR42gXBQUcEUBAA4PdL3g95x87pOPJOSTpkJCNJMpJkrYyRtdZK1pNkJMkcknTK6JhO79Dp/ZL9vpTrf6m/UL+pvkt9trqKOht1kjL+FQzAD8IXwWY4D5wO5JT5p/An8Cvxg/DC+Cb4YvBxyvpV9A30kXQpKqaXoSdDD1JuXtoTtDtqKu3K2mk0HG0nZbfi9+C35NfiZ+aH4bvDIeVYlZhBTCjOJY4s9iK2R2ym3OelT6EzdZK+b71G3xp9Yw0h4GoB42WVJwAAAABJRU5ErkJggg==';

/** What a test picture says of itself. */
const toldOf = (id: bigint): string => {
  const json = JSON.stringify({
    name: `Sandbox picture #${id}`,
    description: 'Made on this machine to try things out. It is worth nothing.',
    image: `data:image/png;base64,${picture}`,
    attributes: [{ trait_type: 'Made by', value: 'the sandbox' }],
  });
  return `data:application/json;base64,${Buffer.from(json).toString('base64')}`;
};

/** Deploys what it is given at an address that follows from it alone; the local node has it from its first block (EIP-1014). */
const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const salt = word(0);

/** The sandbox's own collection, at the same address after every start. */
async function ownCollection(call: Call): Promise<string> {
  const code = nftCode('Sandbox pictures', 'PICS').slice(2);
  const hash = (hex: string): string => Buffer.from(keccak_256(Buffer.from(hex, 'hex'))).toString('hex');
  const address = `0x${hash(`ff${deployer.slice(2)}${salt}${hash(code)}`).slice(-40)}`;
  if ((await call<string>('eth_getCode', address, 'latest')) === '0x')
    await made(call, { to: deployer, data: `0x${salt}${code}` });
  return address;
}

/** Makes one more picture and gives it to the address. @returns the transaction's hash @throws FaucetError */
export async function giveNft(call: Call, address: string): Promise<string> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new FaucetError('not an address of this chain');
  const collection = await ownCollection(call);
  const id = BigInt(Date.now());
  return mintNft(call, collection, address, id, toldOf(id));
}
