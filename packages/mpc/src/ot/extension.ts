import { chacha20 } from '@noble/ciphers/chacha.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { cheat } from '../abort.ts';
import { type Hedge, hedgedBytes } from '../hedge.ts';
import { hash } from '../transcript.ts';
import type { PartyId } from '../types.ts';
import { kappa } from './bits.ts';
import { bytesOf, output, turboShake, words } from './xof.ts';

/**
 * SoftSpokenOT with k = 1 (Roy, ePrint 2022/192), i.e. IKNP with a consistency check by a random binary universal hash, made
 * non-interactive: xi correlated OTs from the 128 base OTs. The extension's receiver is the base OTs' sender.
 * A column is 13 words of payload (416 bits) and 4 words (128 bits) that mask its hash.
 */
export const xi = 416;
const payload = xi / 32;
const column = payload + 4;
export const extensionBytes = kappa * column * 4 + (kappa + 1) * 16;

export interface Extended {
  /** My xi choice bits, in words (receiver only). */
  readonly choices: Uint32Array;
  /** Four words for each of the xi transfers. */
  readonly rows: Uint32Array;
}

const prgDomain = 1;
const prgInput = new Uint32Array(16);

/** out ^= PRG(seed, context), one column. */
function xorColumn(out: Uint32Array, at: number, seed: Uint32Array, seedAt: number): void {
  for (let k = 0; k < 8; k++) prgInput[k] = seed[seedAt + k] ?? 0;
  turboShake(prgInput, prgDomain);
  for (let k = 0; k < column; k++) out[at + k] = (out[at + k] ?? 0) ^ (output[k] ?? 0);
}

/** Receiver: draws the choices and makes the one message. `context` is never used twice. */
export function extend(
  context: Uint8Array,
  seedPairs: Uint8Array,
  hedge: Hedge,
): { extended: Extended; message: Uint8Array } {
  const seeds = words(seedPairs);
  prgInput.set(words(context), 8);
  const x = words(hedgedBytes(column * 4, hedge, 'choices', context));
  const t = new Uint32Array(kappa * column);
  const u = new Uint32Array(kappa * column);
  for (let i = 0; i < kappa; i++) {
    const at = i * column;
    xorColumn(t, at, seeds, i * 16);
    xorColumn(u, at, seeds, i * 16 + 8);
    for (let k = 0; k < column; k++) u[at + k] = (u[at + k] ?? 0) ^ (t[at + k] ?? 0) ^ (x[k] ?? 0);
  }
  const matrix = checkMatrix(context, bytesOf(u));
  const check = new Uint32Array((kappa + 1) * 4);
  columnHash(matrix, x, 0, check, 0);
  for (let i = 0; i < kappa; i++) columnHash(matrix, t, i * column, check, (i + 1) * 4);
  return {
    extended: { choices: x.slice(0, payload), rows: transpose(t) },
    message: concatBytes(bytesOf(u), bytesOf(check)),
  };
}

/** Sender: from its chosen seeds and choice bits (delta) to q with q_j = t_j xor x_j * delta. Aborts when the receiver cheated. */
export function extendAsSender(
  context: Uint8Array,
  party: PartyId,
  { choice, chosenSeeds }: { choice: Uint8Array; chosenSeeds: Uint8Array },
  message: Uint8Array,
): Uint32Array {
  const seeds = words(chosenSeeds);
  const delta = words(choice);
  prgInput.set(words(context), 8);
  const u = words(message.subarray(0, kappa * column * 4));
  const q = new Uint32Array(kappa * column);
  for (let i = 0; i < kappa; i++) {
    const mask = wordMask(delta, i);
    const at = i * column;
    for (let k = 0; k < column; k++) q[at + k] = (u[at + k] ?? 0) & mask;
    xorColumn(q, at, seeds, i * 8);
  }
  const check = words(message.subarray(kappa * column * 4));
  if (!consistent(checkMatrix(context, bytesOf(u)), q, delta, check))
    throw cheat('OT extension is inconsistent', party);
  return transpose(q);
}

/** hash(q_i) = hash(t_i) xor delta_i * hash(x) for every column, all compared before deciding. */
function consistent(matrix: Uint32Array, q: Uint32Array, delta: Uint32Array, check: Uint32Array): boolean {
  const own = new Uint32Array(4);
  let difference = 0;
  for (let i = 0; i < kappa; i++) {
    const mask = wordMask(delta, i);
    columnHash(matrix, q, i * column, own, 0);
    for (let k = 0; k < 4; k++) difference |= (own[k] ?? 0) ^ (check[(i + 1) * 4 + k] ?? 0) ^ (mask & (check[k] ?? 0));
  }
  return difference === 0;
}

/** All ones when bit i is set. */
export function wordMask(bits: Uint32Array, i: number): number {
  return -(((bits[i >>> 5] ?? 0) >>> (i & 31)) & 1);
}

/** The random binary matrix of the universal hash: four words for each payload bit, from the transcript (Fiat-Shamir). */
function checkMatrix(context: Uint8Array, u: Uint8Array): Uint32Array {
  const key = hash('ote/check', context, u);
  return words(chacha20(key, new Uint8Array(12), new Uint8Array(xi * 16)));
}

function columnHash(matrix: Uint32Array, columns: Uint32Array, at: number, out: Uint32Array, outAt: number): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let j = 0; j < xi; j++) {
    const mask = -(((columns[at + (j >>> 5)] ?? 0) >>> (j & 31)) & 1);
    a ^= (matrix[j * 4] ?? 0) & mask;
    b ^= (matrix[j * 4 + 1] ?? 0) & mask;
    c ^= (matrix[j * 4 + 2] ?? 0) & mask;
    d ^= (matrix[j * 4 + 3] ?? 0) & mask;
  }
  const pad = at + payload;
  out[outAt] = a ^ (columns[pad] ?? 0);
  out[outAt + 1] = b ^ (columns[pad + 1] ?? 0);
  out[outAt + 2] = c ^ (columns[pad + 2] ?? 0);
  out[outAt + 3] = d ^ (columns[pad + 3] ?? 0);
}

/** 128 columns of xi bits to xi rows of 128 bits (four words). */
function transpose(columns: Uint32Array): Uint32Array {
  const rows = new Uint32Array(xi * 4);
  for (let i = 0; i < kappa; i++) {
    const word = i >>> 5;
    const shift = i & 31;
    for (let j = 0; j < xi; j++) {
      const bit = ((columns[i * column + (j >>> 5)] ?? 0) >>> (j & 31)) & 1;
      rows[j * 4 + word] = (rows[j * 4 + word] ?? 0) | (bit << shift);
    }
  }
  return rows;
}
