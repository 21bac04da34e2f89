/**
 * Names of accounts as ENS keeps them (EIP-137, EIP-181), asked of the chain's own node and of nobody else: a resolver that sends callers to another server
 * (EIP-3668), or answers for all names below one (ENSIP-10), has none here.
 */
import { ens_normalize } from '@adraffy/ens-normalize';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc, Reply } from '../../rpc/json-rpc.ts';
import { textOf } from '../../rpc/shape.ts';
import type { NameReader } from '../../rpc/types.ts';
import type { ChainConfig } from '../../types.ts';
import { checkEvmAddress } from '../address.ts';

/** By chain id: where the registry of ENS is. */
const registries: Readonly<Record<string, string>> = {
  '1': '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  '11155111': '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
};
/** keccak256 of `resolver(bytes32)`, `addr(bytes32)` and `name(bytes32)`, the first four bytes. */
const [resolverOfNode, addressOfNode, nameOfNode] = ['0178b8bf', '3b3b57de', '691f3431'];
const longest = 255;
const wordBytes = 32;
/** An answer that has more names nothing: strangers write the resolvers. */
const answerBytes = 2 * wordBytes + 2 * longest;
/** As hex, with what the node writes around it. */
const mostBytes = 2 * answerBytes + 4_096;
/** The most that a resolver may spend on its answer. */
const gas = `0x${(500_000).toString(16)}`;

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

/** What the node answers; undefined where that is longer than any answer of use. */
async function call(rpc: JsonRpc, to: string, data: string): Promise<Reply | undefined> {
  try {
    return await rpc.askWithin(mostBytes, 'eth_call', { to, data, gas }, 'latest');
  } catch (error) {
    if (error instanceof RpcError && error.code === 'tooLarge') return undefined;
    throw error;
  }
}

/** Whether the contract refused or failed, as nodes have it: by geth's code for reverts, or in words. Anything else is trouble of the node's own. */
const isContracts = ({ code, message }: { readonly code: number; readonly message: string }): boolean =>
  code === 3 || /revert|execution|out of gas|opcode|invalid jump|stack |write protection|out of bounds/i.test(message);

/** undefined where the contract, or anything that it calls, refuses, or says too much. @throws nodeError where the node itself does */
async function view(rpc: JsonRpc, to: string, selector: string, node: string): Promise<Uint8Array | undefined> {
  const reply = await call(rpc, to, `0x${selector}${node}`);
  if (reply?.ok === false && !isContracts(reply)) throw new RpcError('nodeError', `eth_call: ${reply.message}`, reply);
  if (!reply?.ok) return undefined;
  const { result } = reply;
  if (typeof result === 'string' && result.length > 2 + 2 * answerBytes) return undefined;
  return hexToBytes(textOf(result, /^0x([0-9a-f]{2})*$/, 'eth_call').slice(2));
}

/** @returns undefined for what is no account: nothing, the zero address, or other bytes */
function accountIn(answer: Uint8Array | undefined): string | undefined {
  if (answer?.length !== wordBytes || answer.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  const checked = checkEvmAddress(`0x${bytesToHex(answer.subarray(12))}`);
  return checked.ok ? checked.address : undefined;
}

/** A text as contracts answer it: where it begins, how long it is, and its bytes. */
function textIn(answer: Uint8Array | undefined): string | undefined {
  if (!answer || answer.length < 2 * wordBytes) return undefined;
  const numberAt = (at: number): bigint => BigInt(`0x${bytesToHex(answer.subarray(at, at + wordBytes))}`);
  const [begins, length] = [numberAt(0), numberAt(wordBytes)];
  if (begins !== BigInt(wordBytes) || length > BigInt(longest)) return undefined;
  const bytes = answer.subarray(2 * wordBytes, 2 * wordBytes + Number(length));
  if (bytes.length < Number(length)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What the resolver of a name answers of it. */
async function resolved(rpc: JsonRpc, registry: string, name: string, selector: string) {
  const node = nodeOf(name);
  const resolver = accountIn(await view(rpc, registry, resolverOfNode, node));
  return resolver === undefined ? undefined : view(rpc, resolver, selector, node);
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
