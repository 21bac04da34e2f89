import { hexToBytes } from '@noble/hashes/utils.js';
import { RpcError } from '../../rpc/errors.ts';
import { countOf, textOf } from '../../rpc/shape.ts';
import { addressOfBody, checkTronAddress } from '../address.ts';

export const hashOf = (value: unknown, what: string): string => textOf(value, /^[0-9a-f]{64}$/, what);

/** Numbers that are zero are left out. */
export const unitsOf = (value: unknown, what: string): bigint => BigInt(countOf(value ?? 0, what));

export const inconsistent = (what: string): never => {
  throw new RpcError('inconsistent', what);
};

/** Nobody's address is told as ''. */
export function addressOf(value: unknown, what: string): string {
  const text = textOf(value, /^[1-9A-HJ-NP-Za-km-z]{20,40}$/, what);
  return checkTronAddress(text).ok ? text : '';
}

const spell = (body: string): string => {
  const address = addressOfBody(hexToBytes(body));
  return checkTronAddress(address).ok ? address : '';
};

/** Twenty bytes, as logs have contracts, or 21, or as people write them: nodes differ. */
export const contractOf = (value: unknown, what: string): string =>
  typeof value === 'string' && value.startsWith('T')
    ? addressOf(value, what)
    : spell(textOf(value, /^(41)?[0-9a-f]{40}$/, what).slice(-40));

/** An address as a topic: the last twenty bytes of a word. */
export const topicAddress = (value: unknown): string => spell(textOf(value, /^[0-9a-f]{64}$/, 'log.topics').slice(24));

/** Words are hex, or on some nodes plain. */
export function wordsOf(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 2_000) : '';
  return /^([0-9a-fA-F]{2})+$/.test(text) ? new TextDecoder().decode(hexToBytes(text)) : text;
}
