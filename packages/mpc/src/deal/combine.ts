import { cheat, fault } from '../abort.ts';
import { type Group, groupFor, mod, type Point } from '../group.ts';
import { at } from '../parties.ts';
import { evaluateCommitment } from '../polynomial.ts';
import type { KeyShare, PartyId } from '../types.ts';
import { checkOpening } from './opening.ts';
import { chainCodeOf, type Plan, shareFor } from './plan.ts';

/** Sums the parts I was dealt after checking each (Feldman), and derives the public side of the new sharing. */
export function combine(
  plan: Plan,
  openings: Readonly<Record<PartyId, Uint8Array>>,
  parts: Readonly<Record<PartyId, bigint>>,
): KeyShare {
  const group = groupFor(plan.curve);
  const sum: Point[] = Array.from({ length: plan.t }, () => group.zero);
  const chain: Uint8Array[] = [];
  let share = 0n;
  for (const dealer of plan.dealers) {
    const opening = checkOpening(plan, dealer, at(openings, dealer));
    if (!opening) throw fault('a dealer without a commitment', dealer);
    const part = dealer === plan.me ? shareFor(group, plan, plan.me) : at(parts, dealer);
    checkPart(group, opening.commitment, plan.me, part, dealer);
    share = mod(share + part, group.order);
    opening.commitment.forEach((point, i) => {
      sum[i] = (sum[i] ?? group.zero).add(point);
    });
    chain.push(opening.chain);
  }
  return keyOf(plan, group, sum, share, chainCodeOf(plan, chain));
}

function checkPart(group: Group, commitment: readonly Point[], me: PartyId, part: bigint, dealer: PartyId): void {
  if (part === 0n) throw cheat('dealt a zero share', dealer);
  if (!group.base.multiply(part).equals(evaluateCommitment(group, commitment, me))) {
    throw cheat('the share does not fit its commitment', dealer);
  }
}

function keyOf(plan: Plan, group: Group, sum: readonly Point[], share: bigint, chainCode: Uint8Array): KeyShare {
  const groupPoint = sum[0];
  if (!groupPoint || groupPoint.is0() || share === 0n) throw fault('the dealt secrets cancel out; run it again');
  const verifyingShares: Record<PartyId, Uint8Array> = {};
  for (const receiver of plan.receivers) {
    const point = evaluateCommitment(group, sum, receiver);
    if (point.is0()) throw fault('a verifying share is the identity; run it again');
    verifyingShares[receiver] = point.toBytes();
  }
  const { curve, t, me, epoch } = plan;
  return {
    curve,
    t,
    n: plan.receivers.length,
    me,
    share,
    groupPublic: groupPoint.toBytes(),
    verifyingShares,
    chainCode,
    epoch,
  };
}
