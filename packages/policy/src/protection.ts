import { isSame } from './canonical.ts';
import type { PolicyDocument } from './document.ts';
import type { Intent } from './intent.ts';
import type { Flow } from './node.ts';
import { basicFor, roleIn } from './roles.ts';
import type { SeniorRule } from './senior.ts';

/**
 * Signature protection of payments: may whoever asks for one approve it themselves? Each flow says so, and `nodesAt` (flow.ts) leaves them out. Taking it off is an
 * owner's to ask for, beside all the approvals that the change needs; switching it on is anybody's who may ask for other rules.
 */

const isOn = (flow: Flow | undefined): boolean => flow?.signProtection === 'on';
const isOff = (flow: Flow | undefined): boolean => flow?.signProtection === 'off';

const rulesOf = ({ senior }: PolicyDocument): readonly SeniorRule[] =>
  senior.filter(({ type, enabled }) => type === 'transfer' && enabled === 'on');
const asking = (doc: PolicyDocument): readonly SeniorRule[] => rulesOf(doc).filter(({ action }) => action === 'flow');
/** Does it ask for approvals, or refuse in the place of a flow with protection, which it still names? Without that mark the flow would be lost in two steps. */
const guards = (rule: SeniorRule): boolean => rule.action === 'flow' || (rule.action === 'refuse' && isOn(rule));
/** Every flow that payments can go by. */
const paymentFlows = (doc: PolicyDocument): readonly Flow[] => [...doc.strategies, ...asking(doc)];

/** Does some basic flow, a sub-wallet's own or the default that stands for it, lose it? */
function basicLifts(current: PolicyDocument, next: PolicyDocument): boolean {
  const wallets = new Set([...current.strategies, ...next.strategies].map(({ wallet }) => wallet));
  return [...wallets].some((wallet) => isOn(basicFor(current, wallet)) && isOff(basicFor(next, wallet)));
}

/** May it come into the place of what was there, or go there newly, whatever else changes? */
function isHarmless(rule: SeniorRule, then: SeniorRule | undefined): boolean {
  if (!then) return !isOff(rule);
  if (rule.action === 'refuse') return !guards(then);
  return then.action === 'pass' && isSame(then.when, rule.when);
}

/**
 * Do the rules that ask for approvals, or refuse in the place of protected flows, still speak of the same payments, in the same order, each as protected as before? New ones
 * with protection may come in anywhere, and old ones may begin to refuse, or ask where they let pass.
 */
function rulesStay(current: PolicyDocument, next: PolicyDocument): boolean {
  const before = new Map(rulesOf(current).map((rule) => [rule.id, rule]));
  const after = new Map(rulesOf(next).map((rule) => [rule.id, rule]));
  const old = rulesOf(current).filter((rule) => {
    const now = after.get(rule.id);
    const refuses = now?.action === 'refuse' && isSame(now.when, rule.when) && !isOn(now) && !isOn(rule);
    return guards(rule) && !refuses;
  });
  const left = rulesOf(next).filter((rule) => guards(rule) && !isHarmless(rule, before.get(rule.id)));
  return (
    old.length === left.length &&
    left.every((rule, i) => {
      const then = old[i];
      return then?.id === rule.id && isSame(then.when, rule.when) && !(isOn(then) && isOff(rule));
    })
  );
}

/**
 * Might a payment that went by a flow with it go by one without it under the next rules? In doubt it might. What rules let pass, or refuse no longer, is another matter:
 * that its approvals decide. But a rule that refuses in the place of a flow that had it goes on naming it, and is taken away, or asks without it, as that flow would be.
 */
export function liftsProtection(current: PolicyDocument, next: PolicyDocument): boolean {
  const protectedNow = [...current.strategies, ...rulesOf(current).filter(guards)];
  if (!protectedNow.some(isOn) || !paymentFlows(next).some(isOff)) return false;
  return basicLifts(current, next) || !rulesStay(current, next);
}

/** Who may not ask for a step that takes it off: everybody but an owner. */
export function lacksOwner(
  current: PolicyDocument,
  next: PolicyDocument,
  { initiator }: Pick<Intent, 'initiator'>,
): boolean {
  if (!liftsProtection(current, next)) return false;
  const member = current.members.find(({ id }) => id === initiator);
  return member === undefined || roleIn(member, '') !== 'owner';
}
