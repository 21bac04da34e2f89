import { type Left, leftUnder } from './conditions/amount.ts';
import type { PolicyDocument } from './document.ts';
import type { Facts } from './facts.ts';
import type { Intent } from './intent.ts';
import { subjectOf } from './intent-subject.ts';
import { kindRecords } from './kinds/index.ts';
import { askedOf, type Known } from './match.ts';
import { rulingOnSubject } from './ruling.ts';
import type { SeniorRule } from './senior.ts';
import type { Subject } from './subject.ts';
import { unitsWithin } from './value.ts';

/** What limits let a payment be, and the one of them that says so. */
export interface Room extends Left {
  readonly rule: SeniorRule;
  /** The most that may be asked for, in base units of what is paid; nothing where nothing is left. */
  readonly units: bigint;
}

/** In base units of what is paid. What is worth so many dollars is written with digits down to a thousandth of a dollar, as people write it. */
function unitsOf({ when }: SeniorRule, most: bigint, { asset, decimals }: Paid, { price: priceOf }: Known) {
  if (most <= 0n || when.amount.unit === 'coin') return most > 0n ? most : 0n;
  const price = priceOf(asset);
  const units = price === undefined ? undefined : unitsWithin(most, decimals, price);
  if (price === undefined || units === undefined) return undefined;
  const digits = (price.split('.')[0] ?? '').length + 3;
  return digits >= decimals ? units : units - (units % 10n ** BigInt(decimals - digits));
}

interface Paid {
  readonly asset: string;
  readonly decimals: number;
}

/** What the rule that refuses it leaves of so much; undefined where it refuses for something else than the amount. */
function roomUnder(policy: PolicyDocument, subject: Subject, known: Known, id: string): Room | undefined {
  const rule = policy.senior.find((one) => one.id === id);
  const asked = askedOf(policy, subject, known);
  const left = rule && leftUnder(rule.when.amount, asked, rule.when, known);
  const units = left && unitsOf(rule, left.most, { asset: asked.moving[0].asset, decimals: subject.decimals }, known);
  return !rule || !left || units === undefined || units >= subject.units ? undefined : { ...left, rule, units };
}

/**
 * The most of a transfer that rules refuse for its amount: from what was asked for down to what no rule refuses, one limit after the other. Undefined where it
 * is not refused, or something else than limits refuses every amount, or what a limit counts is not known. The last limit is the one that is told.
 */
export function roomOnSubject(policy: PolicyDocument, asked: Subject, known: Known): Room | undefined {
  let subject = asked;
  let room: Room | undefined;
  // Each turn leaves less than the one before, and below a rule's bound that rule refuses no more.
  for (let turn = 0; turn <= policy.senior.length; turn++) {
    const ruling = rulingOnSubject(policy, subject, known);
    if (ruling?.action !== 'refuse' || room?.units === 0n) return room;
    room = roomUnder(policy, subject, known, ruling.rule.id);
    if (!room) return undefined;
    subject = { ...subject, units: room.units };
  }
  return undefined;
}

/** The same of what is asked for. */
export function roomFor(policy: PolicyDocument, intent: Intent, facts: Facts): Room | undefined {
  // Of other kinds a limit speaks of sums, or of what people do not choose.
  if (kindRecords[intent.kind] !== kindRecords.transfer) return undefined;
  return roomOnSubject(policy, subjectOf(intent, 'transfer', facts), facts);
}
