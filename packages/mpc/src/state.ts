import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fault } from './abort.ts';

interface AnyState {
  readonly protocol: string;
  readonly round: number;
}

const spent = new WeakSet<object>();

/**
 * States are plain data of numbers, texts, lists, records, bytes and bigints. They hold secrets: encrypt them wherever they rest, and
 * never write those of a signing session anywhere (a nonce loaded twice gives the key away).
 */
export function encodeState(state: AnyState): string {
  return JSON.stringify(state, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { $n: value.toString(16) };
    return value instanceof Uint8Array ? { $b: bytesToHex(value) } : value;
  });
}

export function decodeState<S extends AnyState>(text: string): S {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$b' in value) return hexToBytes(String(value.$b));
    return '$n' in value ? BigInt(`0x${String(value.$n)}`) : value;
  }) as S;
}

/** Takes a state for its one use: the right protocol and round, and not used before in this process. */
export function spend<S extends AnyState>(state: AnyState, protocol: S['protocol'], round: S['round']): S {
  if (state.protocol !== protocol || state.round !== round) throw fault('state of another protocol or round');
  if (spent.has(state)) throw fault('state used twice');
  spent.add(state);
  return state as S;
}
