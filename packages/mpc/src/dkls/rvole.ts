import { concatBytes } from '@noble/hashes/utils.js';
import { sha256 } from '#sha2';
import { cheat, fault } from '../abort.ts';
import { groupFor } from '../group.ts';
import { type Hedge, hedgedScalar } from '../hedge.ts';
import { extend, extendAsSender, extensionBytes, wordMask, xi } from '../ot/extension.ts';
import { bytesOf, output, output64, turboShake, words } from '../ot/xof.ts';
import { equalBytes, hash, hashToScalar } from '../transcript.ts';
import type { PartyId } from '../types.ts';
import { addChosen, load, N, reduce, store, sumOfChosen } from './field.ts';

/**
 * Random vector oblivious linear evaluation, DKLs23 protocol 5.2 (ePrint 2023/765) with l = 2 inputs, rho = 1 check, xi = 416 = 256 + 2 * 80:
 * Bob draws chi; Alice brings (a0, a1); they end with c and d such that c_k + d_k = chi * a_k. Two messages, Bob first.
 */
const width = 3;
const tauBytes = xi * width * 32;
export const rvoleLengths = { bob: extensionBytes, alice: tauBytes + 64 } as const;

export type TwoScalars = readonly [bigint, bigint];

export interface RvoleBob {
  readonly chi: bigint;
  readonly choices: Uint8Array;
  readonly rows: Uint8Array;
  /** Hash of my message. */
  readonly sent: Uint8Array;
}

let gadgetCache: readonly bigint[] | undefined;

/** The public gadget vector g, random by hashing (DKLs23 protocol 5.2). */
function gadget(): readonly bigint[] {
  gadgetCache ??= Array.from({ length: xi }, (_, j) => hashToScalar(N, 'rvole/gadget', j));
  return gadgetCache;
}

let wordsCache: Uint32Array | undefined;

/** The gadget vector as little-endian words, eight for each. */
function gadgetWords(): Uint32Array {
  if (wordsCache) return wordsCache;
  const array = new BigUint64Array(xi * 4);
  gadget().forEach((value, j) => {
    store(array, j * 4, value);
  });
  wordsCache = words(bytesOf(array));
  return wordsCache;
}

/** Bob's message: random choice bits beta through the OT extension; chi = <g, beta>. */
export function bobStart(
  context: Uint8Array,
  seedPairs: Uint8Array,
  hedge: Hedge,
): { state: RvoleBob; message: Uint8Array } {
  const { extended, message } = extend(hash('rvole/ote', context), seedPairs, hedge);
  const state = {
    chi: sumOfChosen(extended.choices, gadgetWords()),
    choices: bytesOf(extended.choices),
    rows: bytesOf(extended.rows),
    sent: sha256(message),
  };
  return { state, message };
}

/** Alice: both pads of each transfer, corrected so that Bob's chosen one differs by her inputs; then the check values. */
export function alice(
  context: Uint8Array,
  { salt, hedge }: { salt: Uint8Array; hedge: Hedge },
  party: PartyId,
  seeds: { choice: Uint8Array; chosenSeeds: Uint8Array },
  bobMessage: Uint8Array,
  [a0, a1]: TwoScalars,
): { c: TwoScalars; message: Uint8Array } {
  const q = extendAsSender(hash('rvole/ote', context), party, seeds, bobMessage);
  const run = hash('rvole/run', context, salt, sha256(bobMessage));
  // Under two challenges the same check value would tell a sum of the inputs: it hangs on all that the challenges may.
  const check = hedgedScalar(groupFor('secp256k1'), hedge, 'check', run);
  const tau = new BigUint64Array(tauBytes / 8);
  const pads = correct(run, q, words(seeds.choice), [a0, a1, check], tau);
  const [t0, t1] = challenges(run, tau);
  const eta = reduce(check + t0 * a0 + t1 * a1);
  const g = gadget();
  const mu = new BigUint64Array(xi * 4);
  let [c0, c1] = [0n, 0n];
  for (let j = 0; j < xi; j++) {
    const [p0, p1, p2] = [pads[j * width] ?? 0n, pads[j * width + 1] ?? 0n, pads[j * width + 2] ?? 0n];
    store(mu, j * 4, (p2 + t0 * p0 + t1 * p1) % N);
    c0 += (g[j] ?? 0n) * p0;
    c1 += (g[j] ?? 0n) * p1;
  }
  const message = concatBytes(bytesOf(tau), scalarBytes(eta), hash('rvole/mu', run, bytesOf(mu)));
  return { c: [reduce(-c0), reduce(-c1)], message };
}

/** Fills tau and returns the zero-side pads: Alice's own shares are their negatives. */
function correct(
  run: Uint8Array,
  q: Uint32Array,
  delta: Uint32Array,
  inputs: readonly bigint[],
  tau: BigUint64Array,
): bigint[] {
  const pads: bigint[] = new Array(xi * width);
  const input = padInput(run);
  for (let j = 0; j < xi; j++) {
    padOf(input, j, q, delta, 0);
    for (let k = 0; k < width; k++) pads[j * width + k] = load(output64, k * 4);
    padOf(input, j, q, delta, -1);
    for (let k = 0; k < width; k++) {
      const at = j * width + k;
      store(tau, at * 4, reduce((pads[at] ?? 0n) - load(output64, k * 4) + (inputs[k] ?? 0n)));
    }
  }
  return pads;
}

/** Bob: takes his pad, corrected where his bit is set, checks Alice, and sums up along the gadget. */
export function bobFinish(
  context: Uint8Array,
  salt: Uint8Array,
  party: PartyId,
  bob: RvoleBob,
  message: Uint8Array,
): TwoScalars {
  const run = hash('rvole/run', context, salt, bob.sent);
  const tau = new BigUint64Array(message.slice(0, tauBytes).buffer);
  const eta = load(new BigUint64Array(message.slice(tauBytes, tauBytes + 32).buffer), 0);
  if (eta >= N) throw fault('malformed scalar', party);
  const [t0, t1] = challenges(run, tau);
  const [rows, choices, g, input] = [words(bob.rows), words(bob.choices), gadget(), padInput(run)];
  const mu = new BigUint64Array(xi * 4);
  const corrections = words(bytesOf(tau));
  // Both of the same length: what is subtracted does not show in the time that it takes.
  const [kept, less] = [2n * N, 2n * N - eta];
  let [d0, d1] = [0n, 0n];
  for (let j = 0; j < xi; j++) {
    const mask = wordMask(choices, j);
    padOf(input, j, rows, rows, 0);
    const [z0, z1, z2] = [0, 1, 2].map((k) => {
      canonical(tau, (j * width + k) * 4, party);
      return addChosen(output, k * 8, corrections, (j * width + k) * 8, mask);
    }) as [bigint, bigint, bigint];
    store(mu, j * 4, (z2 + t0 * z0 + t1 * z1 + ([kept, less][mask & 1] ?? kept)) % N);
    d0 += (g[j] ?? 0n) * z0;
    d1 += (g[j] ?? 0n) * z1;
  }
  const fits = equalBytes(hash('rvole/mu', run, bytesOf(mu)), message.subarray(tauBytes + 32));
  if (!fits) throw cheat('multiplication is inconsistent', party);
  return [reduce(d0), reduce(d1)];
}

function canonical(array: BigUint64Array, at: number, party: PartyId): void {
  if (load(array, at) >= N) throw fault('malformed scalar', party);
}

/** theta: two challenges from the whole transcript (Fiat-Shamir). */
export function challenges(run: Uint8Array, tau: BigUint64Array): TwoScalars {
  const transcript = sha256(bytesOf(tau));
  return [hashToScalar(N, 'rvole/theta', run, 0, transcript), hashToScalar(N, 'rvole/theta', run, 1, transcript)];
}

const padDomain = 2;

function padInput(run: Uint8Array): Uint32Array {
  const input = new Uint32Array(13);
  input.set(words(run));
  return input;
}

/**
 * Three scalars from (run, j, row xor mask*offset), left in `output64`. 256 uniform bits taken modulo N: N is 2^256 - 2^128.3, so the
 * distance from uniform is below 2^-127.
 */
function padOf(input: Uint32Array, j: number, rows: Uint32Array, offset: Uint32Array, mask: number): void {
  input[8] = j;
  for (let k = 0; k < 4; k++) input[9 + k] = (rows[j * 4 + k] ?? 0) ^ ((offset[k] ?? 0) & mask);
  turboShake(input, padDomain);
}

function scalarBytes(value: bigint): Uint8Array {
  const array = new BigUint64Array(4);
  store(array, 0, value);
  return bytesOf(array);
}
