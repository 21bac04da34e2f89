import { type Amount, leftUnder } from './conditions/amount.ts';
import { matchConditions, unconditional } from './conditions/index.ts';
import type { PolicyDocument } from './document.ts';
import type { Facts } from './facts.ts';
import type { Intent } from './intent.ts';
import type { Attached } from './kinds/kind.ts';
import { askedOf, type Known } from './match.ts';
import { plainSubject } from './ruling.ts';
import type { SeniorRule } from './senior.ts';
import type { Subject } from './subject.ts';

/** A limit that a payment like this one meets at some amount. */
export interface Bound {
  readonly rule: SeniorRule;
  /** In the rule's own unit: beyond it the rule asks or refuses; of a rule that passes, up to it nobody is asked. */
  readonly limit: bigint;
  /** What is left of it for this payment and its fee, below nothing where more was spent; undefined where that is not known. */
  readonly left: bigint | undefined;
}

/** The end of what a rule lets pass from nothing on, or the beginning of all that it asks about or refuses; '' of others. */
function endOf({ action, when: { amount } }: SeniorRule): string {
  const { over, upTo } = amount;
  if (action === 'pass') return over === '' ? upTo : '';
  return upTo === '' ? over : '';
}

const whenOfAnyAmount = (rule: SeniorRule): SeniorRule => ({
  ...rule,
  when: { ...rule.when, amount: unconditional.amount },
});

function boundUnder(rule: SeniorRule, subject: Subject, policy: PolicyDocument, known: Known): Bound | undefined {
  const { amount } = rule.when;
  const end = endOf(rule);
  if (amount.unit === 'none' || end === '') return undefined;
  const upToEnd: Amount = { ...amount, over: end, upTo: '' };
  const left = leftUnder(upToEnd, askedOf(policy, subject, known), rule.when, known)?.left;
  return { rule, limit: BigInt(end), left };
}

/** Are both of single payments, in one unit? */
const areSingle = ({ amount: one }: SeniorRule['when'], { amount: other }: SeniorRule['when']): boolean =>
  one.hours === '0' && other.hours === '0' && one.unit === other.unit;

/** Whether all that one speaks of is decided by another before it: by a lower bound of the same. */
const isDead = (bound: Bound, { rule, limit }: Bound): boolean =>
  rule.action !== 'pass' && areSingle(rule.when, bound.rule.when) && limit <= bound.limit;

/** Whether what is told of one still holds where another was told before it, which decides first: they ask the same, or what passes passes below. */
function standsBehind(bound: Bound, { rule, limit }: Bound): boolean {
  const isBelow = areSingle(rule.when, bound.rule.when) && limit <= bound.limit;
  return rule.action === bound.rule.action || (rule.action === 'pass' && isBelow);
}

/**
 * The limits that rules have for payments like this one, of whatever amount, in the order of the rules: those of which it is true, whichever rule decides first, that more
 * is asked about or refused, or as much passes. It decides nothing: it is for people, who want to know how far they can go.
 */
function boundsOnSubject(policy: PolicyDocument, subject: Subject, known: Known): Bound[] {
  const asked = askedOf(policy, subject, known);
  const found: Bound[] = [];
  for (const rule of policy.senior) {
    if (rule.enabled === 'off' || rule.type !== subject.type) continue;
    const match = matchConditions(whenOfAnyAmount(rule), asked, known);
    if (match === 'no') continue;
    const bound = boundUnder(rule, subject, policy, known);
    if (!bound || (rule.action === 'pass' && match !== 'yes')) break;
    if (found.some((before) => isDead(bound, before))) continue;
    if (!found.every((before) => standsBehind(bound, before))) break;
    found.push(bound);
  }
  return found;
}

/** The same of what is asked for; none of what is no plain payment. */
export function boundsFor(policy: PolicyDocument, intent: Intent, facts: Facts, attached: Attached): Bound[] {
  const subject = plainSubject(intent, facts, attached);
  return subject ? boundsOnSubject(policy, subject, facts) : [];
}
