import { chacha20 } from '@noble/ciphers/chacha.js';
import { randomBytes } from '@noble/hashes/utils.js';
import type { Group } from './group.ts';
import { hash, hashToScalar, type Item } from './transcript.ts';

/**
 * Randomness that hangs on more than the platform's generator: on 32 fresh bytes of it, on a secret of this party, and on what the value is for. A
 * generator that gives the same bytes twice, as in a machine that was resumed from a snapshot, then repeats a value only in the same run and the same
 * place (RFC 9591 §4.1 does it for the share alone; Aranha, Orlandi, Takahashi, Zaverucha, ePrint 2019/956, say why the run belongs in).
 */
export type Hedge = Uint8Array;

/** What the values of one run hang on: a secret share and the hash of all that the run is about. Secret. */
export function hedgeOf(group: Group, share: bigint, run: Uint8Array): Hedge {
  return hash('hedge', group.encodeScalar(share), run);
}

/** A scalar in 1..order-1 from 512 bits (bias below 2^-255). No two values of a run have the same label and items. */
export function hedgedScalar(group: Group, hedge: Hedge, label: string, ...items: Item[]): bigint {
  return hashToScalar(group.order - 1n, `hedge/${label}`, randomBytes(32), hedge, ...items) + 1n;
}

export function hedgedBytes(length: number, hedge: Hedge, label: string, ...items: Item[]): Uint8Array {
  const key = hash(`hedge/${label}`, randomBytes(32), hedge, ...items);
  return chacha20(key, new Uint8Array(12), new Uint8Array(length));
}
