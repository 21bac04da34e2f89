/**
 * Names of accounts as ENS keeps them (EIP-137, EIP-181), asked of the chain's own node and of nobody else: a resolver that sends callers to another server
 * (EIP-3668), or answers for all names below one (ENSIP-10), has none here.
 */
import { ens_normalize } from '@adraffy/ens-normalize';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { longestText as longest, textIn, wordBytes } from '../../rpc/answers.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import type { NameReader } from '../../rpc/readers.ts';
import type { ChainConfig } from '../../types.ts';
import { checkEvmAddress } from '../address.ts';
import { view } from './view.ts';

/** By chain id: where the registry of ENS is. */
const registries: Readonly<Record<string, string>> = {
  '1': '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  '11155111': '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
};
/** keccak256 of `resolver(bytes32)`, `addr(bytes32)` and `name(bytes32)`, the first four bytes. */
const [resolverOfNode, addressOfNode, nameOfNode] = ['0178b8bf', '3b3b57de', '691f3431'];
/** The one form of a name (ENSIP-15); undefined for what is none, such as letters of one script among those of another that look like them. */
function normalOf(text: string): string | undefined {
  if (text.length > longest || !text.includes('.')) return undefined;
  try {
    const name = ens_normalize(text);
    return name.length <= longest && name.split('.').every((label) => label !== '') ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Its place in the registry (EIP-137), 32 bytes as hex. @param name in normal form */
function nodeOf(name: string): string {
  const under = (node: Uint8Array, label: string): Uint8Array =>
    keccak_256(concatBytes(node, keccak_256(utf8ToBytes(label))));
  return bytesToHex(name.split('.').reduceRight(under, new Uint8Array(wordBytes)));
}

/** @returns undefined for what is no account: nothing, the zero address, or other bytes */
function accountIn(answer: Uint8Array | undefined): string | undefined {
  if (answer?.length !== wordBytes || answer.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  const checked = checkEvmAddress(`0x${bytesToHex(answer.subarray(12))}`);
  return checked.ok ? checked.address : undefined;
}

/** What the resolver of a name answers of it. */
async function resolved(rpc: JsonRpc, registry: string, name: string, selector: string) {
  const node = nodeOf(name);
  const resolver = accountIn(await view(rpc, registry, `${resolverOfNode}${node}`));
  return resolver === undefined ? undefined : view(rpc, resolver, `${selector}${node}`);
}

async function accountOf(rpc: JsonRpc, registry: string, text: string) {
  const name = normalOf(text);
  const address = name && accountIn(await resolved(rpc, registry, name, addressOfNode));
  return name && address ? { name, address } : undefined;
}

/** Anybody can have their account call itself anything, so what it says counts only where the name leads back to it. */
async function nameOf(rpc: JsonRpc, registry: string, address: string): Promise<string | undefined> {
  const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`;
  const name = textIn(await resolved(rpc, registry, reverse, nameOfNode));
  if (!name || normalOf(name) !== name) return undefined;
  return (await accountOf(rpc, registry, name))?.address === address ? name : undefined;
}

/** Empty for a chain that has no registry, neither known nor configured. */
export function evmNames(rpc: JsonRpc, chain: ChainConfig): NameReader {
  const registry = chain.names ?? registries[chain.id.slice(chain.family.length + 1)] ?? '';
  if (registry === '') return {};
  return {
    accountOfName: (text) => accountOf(rpc, registry, text),
    nameOfAccount: (address) => nameOf(rpc, registry, address),
  };
}
