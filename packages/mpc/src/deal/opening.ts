import { concatBytes, randomBytes } from '@noble/hashes/utils.js';
import { cheat } from '../abort.ts';
import { type Group, groupFor, type Point } from '../group.ts';
import { proofBytes, prove, verify } from '../proof.ts';
import { equalBytes, hash } from '../transcript.ts';
import type { PartyId } from '../types.ts';
import { strictly } from '../wire.ts';
import type { Plan } from './plan.ts';

const saltBytes = 32;
const chainBytes = 32;

/** What a participant commits to in round 1 and shows in round 2. One that does not deal shows only its salt. */
export interface Opening {
  readonly commitment: readonly Point[];
  readonly chain: Uint8Array;
}

export function openingBytes(plan: Plan, party: PartyId): number {
  const group = groupFor(plan.curve);
  if (!plan.dealers.includes(party)) return saltBytes;
  return plan.t * group.pointBytes + proofBytes(group) + chainBytes + saltBytes;
}

/** Commitment to the polynomial, proof of knowledge of its constant (FROST, ePrint 2020/852 figure 1), chain part, salt. */
export function makeOpening(plan: Plan): Uint8Array {
  const salt = randomBytes(saltBytes);
  const [constant] = plan.coefficients;
  if (constant === undefined) return salt;
  const group = groupFor(plan.curve);
  const points = plan.coefficients.map((coefficient) => group.base.multiply(coefficient).toBytes());
  const proof = prove(group, 'deal', proofContext(plan, plan.me), constant, points[0] ?? salt);
  return concatBytes(...points, proof, randomBytes(chainBytes), salt);
}

export function commitTo(plan: Plan, party: PartyId, opening: Uint8Array): Uint8Array {
  return hash('deal/commit', plan.context, party, opening);
}

/** Parses and checks one opening: proof of knowledge, and for resharing that the dealt secret is the dealer's own old share. */
export function checkOpening(plan: Plan, party: PartyId, bytes: Uint8Array): Opening | null {
  if (!plan.dealers.includes(party)) return null;
  const group = groupFor(plan.curve);
  const commitment = pointsOf(group, plan.t, party, bytes);
  const proofAt = plan.t * group.pointBytes;
  const proof = bytes.subarray(proofAt, proofAt + proofBytes(group));
  const [constant] = commitment;
  const proven = strictly(party, 'proof', () =>
    constant ? verify(group, 'deal', proofContext(plan, party), constant, proof) : false,
  );
  if (!proven || !constant) throw cheat('no knowledge of the dealt secret', party);
  const expected = plan.expected?.[party];
  if (plan.expected && !(expected && equalBytes(expected, constant.toBytes())))
    throw cheat('dealt another secret', party);
  return { commitment, chain: bytes.subarray(proofAt + proof.length, proofAt + proof.length + chainBytes) };
}

function proofContext(plan: Plan, party: PartyId): [Uint8Array, number] {
  return [plan.context, party];
}

function pointsOf(group: Group, t: number, party: PartyId, bytes: Uint8Array): Point[] {
  return Array.from({ length: t }, (_, i) =>
    strictly(party, 'point', () => group.decode(bytes.subarray(i * group.pointBytes, (i + 1) * group.pointBytes))),
  );
}
