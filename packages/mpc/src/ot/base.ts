import { cheat } from '../abort.ts';
import { mod, type Point, ristrettoGroup } from '../group.ts';
import { type Hedge, hedgedBytes, hedgedScalar } from '../hedge.ts';
import { proofBytes, prove, verify } from '../proof.ts';
import { equalBytes, hash } from '../transcript.ts';
import type { PartyId } from '../types.ts';
import { strictly } from '../wire.ts';
import { bitMask, chooseInto, kappa, slot, xorInto } from './bits.ts';

/**
 * Verified Simplest OT: Chou and Orlandi (ePrint 2015/267) with the verification of Doerner, Kondi, Lee and shelat (ePrint 2018/499,
 * protocol 7), 128 instances at once over ristretto255. The sender learns both seeds of each instance, the receiver the one it chose.
 * Five messages; every function takes the instance's context (session and direction) and the other party's id for blame.
 */
const group = ristrettoGroup;
export const vsotLengths = {
  offer: 32 + proofBytes(group),
  points: kappa * 32,
  challenge: kappa * 32,
  response: kappa * 32,
  opening: kappa * 64,
} as const;

export interface VsotSender {
  readonly b: bigint;
  readonly publicKey: Uint8Array;
}

export interface VsotReceiver {
  readonly choice: Uint8Array;
  /** rho^omega of each instance. */
  readonly keys: Uint8Array;
  readonly challenge: Uint8Array;
}

/** Message 1, sender: B = b*G with a proof that it knows b. */
export function offer(context: Uint8Array, hedge: Hedge): { state: VsotSender; message: Uint8Array } {
  const b = hedgedScalar(group, hedge, 'vsot/b', context);
  const publicKey = group.base.multiply(b).toBytes();
  const message = new Uint8Array(vsotLengths.offer);
  message.set(publicKey);
  message.set(prove(group, 'vsot', [context], b, publicKey), 32);
  return { state: { b, publicKey }, message };
}

/** Message 2, receiver: A = a*G + omega*B hides each choice bit omega. */
export function choose(
  context: Uint8Array,
  party: PartyId,
  message: Uint8Array,
  hedge: Hedge,
): { state: VsotReceiver; message: Uint8Array } {
  const publicKey = message.slice(0, 32);
  const B = strictly(party, 'point', () => group.decode(publicKey));
  const proven = strictly(party, 'proof', () => verify(group, 'vsot', [context], B, message.subarray(32)));
  if (!proven) throw cheat('base OT: no knowledge of the sender key', party);
  // Windowed table: 128 multiplications of one point are worth it.
  B.precompute(6, false);
  const choice = hedgedBytes(kappa / 8, hedge, 'vsot/choice', context, publicKey);
  const points = new Uint8Array(vsotLengths.points);
  const keys = new Uint8Array(kappa * 32);
  for (let i = 0; i < kappa; i++) {
    // The same a for two keys B would show the choice in the difference of the points.
    const a = hedgedScalar(group, hedge, 'vsot/a', context, i, publicKey);
    const A0 = group.base.multiply(a);
    chooseInto(slot(points, i), A0.toBytes(), A0.add(B).toBytes(), bitMask(choice, i));
    keys.set(keyOf(context, i, publicKey, slot(points, i), B.multiply(a)), i * 32);
  }
  return { state: { choice, keys, challenge: new Uint8Array() }, message: points };
}

/** Message 3, sender: xi = H2(H1(rho0)) xor H2(H1(rho1)). */
export function challenge(
  context: Uint8Array,
  party: PartyId,
  { b, publicKey }: VsotSender,
  points: Uint8Array,
): { keyPairs: Uint8Array; message: Uint8Array } {
  const keyPairs = new Uint8Array(kappa * 64);
  const message = new Uint8Array(vsotLengths.challenge);
  const minusBB = group.base.multiply(mod(b * b, group.order)).negate();
  for (let i = 0; i < kappa; i++) {
    const bytes = slot(points, i);
    const bA = strictly(party, 'point', () => group.decode(bytes)).multiply(b);
    const rho0 = keyOf(context, i, publicKey, bytes, bA);
    const rho1 = keyOf(context, i, publicKey, bytes, bA.add(minusBB));
    keyPairs.set(rho0, i * 64);
    keyPairs.set(rho1, i * 64 + 32);
    message.set(twice(context, i, rho0), i * 32);
    xorInto(slot(message, i), twice(context, i, rho1));
  }
  return { keyPairs, message };
}

/** Message 4, receiver: H2(H1(rho^omega)) xor omega*xi, which is H2(H1(rho0)) whatever omega is. */
export function respond(context: Uint8Array, { choice, keys }: VsotReceiver, xi: Uint8Array): Uint8Array {
  const message = new Uint8Array(vsotLengths.response);
  for (let i = 0; i < kappa; i++) {
    const mask = bitMask(choice, i);
    const value = twice(context, i, slot(keys, i));
    for (let k = 0; k < 32; k++) message[i * 32 + k] = (value[k] ?? 0) ^ (mask & (xi[i * 32 + k] ?? 0));
  }
  return message;
}

/** Message 5, sender: the response proves that the receiver knows one key of each pair; open both H1 so that it can check the pairs. */
export function open(
  context: Uint8Array,
  party: PartyId,
  keyPairs: Uint8Array,
  response: Uint8Array,
): { seedPairs: Uint8Array; message: Uint8Array } {
  const expected = new Uint8Array(vsotLengths.response);
  const seedPairs = new Uint8Array(kappa * 64);
  const message = new Uint8Array(vsotLengths.opening);
  for (let i = 0; i < 2 * kappa; i++) {
    const instance = i >> 1;
    const key = slot(keyPairs, i);
    message.set(once(context, instance, key), i * 32);
    seedPairs.set(seedOf(context, instance, key), i * 32);
    if ((i & 1) === 0) expected.set(twice(context, instance, key), instance * 32);
  }
  if (!equalBytes(expected, response)) throw cheat('base OT: wrong response', party);
  return { seedPairs, message };
}

/** End, receiver: both openings make xi, and the chosen one is ours. */
export function conclude(context: Uint8Array, party: PartyId, state: VsotReceiver, opening: Uint8Array): Uint8Array {
  const seeds = new Uint8Array(kappa * 32);
  const mine = new Uint8Array(32);
  let good = true;
  for (let i = 0; i < kappa; i++) {
    const [first, second] = [slot(opening, 2 * i), slot(opening, 2 * i + 1)];
    chooseInto(mine, first, second, bitMask(state.choice, i));
    const xi = hash('vsot/h2', context, i, first);
    xorInto(xi, hash('vsot/h2', context, i, second));
    const key = slot(state.keys, i);
    const fits = equalBytes(mine, once(context, i, key));
    good = equalBytes(xi, slot(state.challenge, i)) && fits && good;
    seeds.set(seedOf(context, i, key), i * 32);
  }
  if (!good) throw cheat('base OT: wrong opening', party);
  return seeds;
}

function keyOf(context: Uint8Array, i: number, publicKey: Uint8Array, point: Uint8Array, shared: Point): Uint8Array {
  return hash('vsot/rho', context, i, publicKey, point, shared.toBytes());
}

function once(context: Uint8Array, i: number, key: Uint8Array): Uint8Array {
  return hash('vsot/h1', context, i, key);
}

function twice(context: Uint8Array, i: number, key: Uint8Array): Uint8Array {
  return hash('vsot/h2', context, i, once(context, i, key));
}

function seedOf(context: Uint8Array, i: number, key: Uint8Array): Uint8Array {
  return hash('vsot/seed', context, i, key);
}
