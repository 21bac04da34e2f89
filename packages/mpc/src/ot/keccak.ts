import { keccakP } from '@noble/hashes/sha3.js';

/** A permutation of 1600 bits in place. */
export interface Permutation {
  /** 25 lanes of 64 bits, as little-endian halves. */
  readonly state: Uint32Array;
  permute(): void;
}

/** Rounds of TurboSHAKE (RFC 9861 §2.1): the last twelve of Keccak-f[1600]. */
export const rounds = 12;

const state = new Uint32Array(50);

/** For browsers. In Node `#keccak` is keccak.node.ts, which does the same. */
export const keccak: Permutation = { state, permute: () => keccakP(state, rounds) };
