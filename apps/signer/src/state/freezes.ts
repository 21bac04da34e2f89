import { type Freeze, freezeDigest, policyLimits } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Members' orders to freeze, as long as one sent again would still be taken: each counts once, and as a new stop. They are worth nothing under other
 * rules and after ten minutes, so few are ever remembered: at most `maxOrders` of each member, whoever sends them how often.
 */
export type Freezes = Map<string, { readonly member: string; readonly until: number }>;

/** Longer than this signer's clock may fall back. */
const marginMs = 120_000;

/** What a member says in ten minutes to a signer that stands still already; more of it would only fill the journal. */
export const maxOrders = 20;

/** One order, whatever proof it is shown with: of a passkey's there are many. */
export const freezeId = (freeze: Freeze): string => bytesToHex(freezeDigest(freeze));

export const ordersOf = (freezes: Freezes, member: string, now: number): number =>
  [...freezes.values()].filter((one) => one.member === member && one.until > now).length;

export function takeOrder(freezes: Freezes, proof: Freeze, at: number): void {
  for (const [id, { until }] of freezes) if (until <= at) freezes.delete(id);
  const until = Number(proof.time) + policyLimits.freezeMs + marginMs;
  freezes.set(freezeId(proof), { member: proof.member, until });
}
