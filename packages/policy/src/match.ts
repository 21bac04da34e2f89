import type { Asked, Match, Moving } from './conditions/condition.ts';
import { matchConditions } from './conditions/index.ts';
import type { PolicyDocument } from './document.ts';
import type { Facts } from './facts.ts';
import { roleIn } from './roles.ts';
import { type AssetKey, assetKey } from './rule-facts.ts';
import type { SeniorRule } from './senior.ts';
import type { Fee, Subject } from './subject.ts';
import { centsOf, lossOf } from './value.ts';

/** What rules ask beyond the subject and the document. */
export type Known = Pick<Facts, 'price' | 'spent' | 'whitelistHeld'>;

/** Asked by every rule in USD, found once. Nothing is worth nothing at any price. */
function worthOf(
  { units, decimals }: Pick<Fee, 'units' | 'decimals'>,
  asset: AssetKey,
  { price: priceOf }: Known,
): Moving['worth'] {
  let found: { readonly cents: bigint | undefined } | undefined;
  return () => {
    if (found) return found.cents;
    const price = units === 0n ? '0' : priceOf(asset);
    found = { cents: price === undefined ? undefined : centsOf(units, decimals, price) };
    return found.cents;
  };
}

/** Does this rule speak of this transaction? */
const matchOf = (rule: SeniorRule, asked: Asked, known: Known): Match =>
  rule.enabled === 'off' || rule.type !== asked.type ? 'no' : matchConditions(rule, asked, known);

/** Its amounts: its own, and what leaves beside it. What is no payment of its own coin is none to rules about payments, nor to those about trades. */
function movedBy(subject: Subject): readonly [Fee, ...Fee[]] {
  const own = { asset: assetKey(subject.chain, subject.contract), decimals: subject.decimals, units: subject.units };
  const [first, ...more] = subject.beside ?? [];
  if (!first) return [own];
  return subject.type !== 'web3' && own.units === 0n ? [first, ...more] : [own, first, ...more];
}
const movingOf = (one: Fee, known: Known): Moving => ({
  asset: one.asset,
  units: one.units,
  worth: worthOf(one, one.asset, known),
});

/** Of a swap that gives one asset; of several nobody says what is given for what. */
function lossIn({ brings }: Subject, known: Known, given: readonly Fee[]): bigint | undefined {
  const [gives, ...others] = given;
  if (!brings || !gives || others.length > 0 || gives.units === 0n) return undefined;
  const [before, after] = [known.price(gives.asset), known.price(brings.asset)];
  if (before === undefined || after === undefined || !/[1-9]/.test(before)) return undefined;
  return lossOf({ ...gives, price: before }, { ...brings, price: after });
}

export interface Matching {
  /** The rules that may be the first that matches, in order. */
  readonly rules: readonly SeniorRule[];
  /** Does the last of them match for sure? Else the basic strategy may be what decides. */
  readonly certain: boolean;
}

/** The transaction as conditions ask about it, with what every rule would have to find again. */
export function askedOf(policy: PolicyDocument, subject: Subject, known: Known): Asked {
  const member = policy.members.find(({ id }) => id === subject.initiator);
  const names = member ? [`member:${member.id}`, `role:${roleIn(member, subject.wallet)}`] : [];
  const { fee } = subject;
  const feeWorth = fee ? worthOf(fee, fee.asset, known) : () => 0n;
  const [first, ...more] = movedBy(subject);
  return {
    ...{ ...subject, names, feeWorth },
    moving: [movingOf(first, known), ...more.map((one) => movingOf(one, known))],
    loss: () => lossIn(subject, known, [first, ...more]),
  };
}

/** The first rule that matches; where values or calls are not known, every rule that it might be. */
export function firstMatches(policy: PolicyDocument, subject: Subject, known: Known): Matching {
  const asked = askedOf(policy, subject, known);
  const rules: SeniorRule[] = [];
  for (const rule of policy.senior) {
    const match = matchOf(rule, asked, known);
    if (match !== 'no') rules.push(rule);
    if (match === 'yes') return { rules, certain: true };
  }
  return { rules, certain: false };
}
