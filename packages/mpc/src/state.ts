import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fault } from './abort.ts';
import type { DealState, PairSetupState } from './types.ts';

interface AnyState {
  readonly protocol: string;
  readonly round: number;
}

/** States of key ceremonies. Those of a signing session hold a nonce, and are not among them. */
export type RestingState = DealState | PairSetupState;

const resting: readonly string[] = ['deal', 'pair'];
const spent = new WeakSet<object>();

/**
 * A resting state as text: plain data of numbers, texts, lists, records, bytes and bigints. It holds secrets: encrypt it wherever it rests. The state of
 * a signing session is refused by its type and again here: a nonce loaded twice gives the key away.
 */
export function encodeState(state: RestingState): string {
  demandResting(state);
  return JSON.stringify(state, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { $n: value.toString(16) };
    return value instanceof Uint8Array ? { $b: bytesToHex(value) } : value;
  });
}

export function decodeState<S extends RestingState>(text: string): S {
  const state = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$b' in value) return hexToBytes(String(value.$b));
    return '$n' in value ? BigInt(`0x${String(value.$n)}`) : value;
  }) as S;
  demandResting(state);
  return state;
}

function demandResting({ protocol }: AnyState): void {
  if (!resting.includes(protocol)) throw fault(neverWritten);
}

const neverWritten = 'the state of a signing session is never written';

/** For states of signing sessions: JSON of one, or of anything that holds one, is refused. */
export function inMemory<S extends object>(state: S): S {
  const toJSON = () => {
    throw fault(neverWritten);
  };
  return Object.defineProperty(state, 'toJSON', { value: toJSON });
}

/** Takes a state for its one use: the right protocol and round, and not used before in this process. */
export function spend<S extends AnyState>(state: AnyState, protocol: S['protocol'], round: S['round']): S {
  if (state.protocol !== protocol || state.round !== round) throw fault('state of another protocol or round');
  if (spent.has(state)) throw fault('state used twice');
  spent.add(state);
  return state as S;
}
