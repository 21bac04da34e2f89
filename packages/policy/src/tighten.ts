import { canonicalText, isSame as same } from './canonical.ts';
import { notLooserConditions, whenFewerListed } from './conditions/index.ts';
import { type Member, type PolicyDocument, type WorkspaceOp, workspaceOps } from './document.ts';
import type { ApprovalNode, Flow } from './node.ts';
import { basicFor, decidesAnywhere } from './roles.ts';
import type { SeniorRule } from './senior.ts';

/**
 * Which changes of the rules may take effect at once, on one signature; everything else goes by the flow in force. Two things must hold:
 *
 * 1. The change makes fewer things possible and nothing more: no payment goes through that the rules before would not have let through.
 * 2. The same people as before can undo it, and can object. Otherwise one person could make themselves needed for everything, or shut the others out,
 *    for good. So everything that decides about changes of the workspace stays exactly as it is: the workspace rules; the default basic strategy
 *    wherever it stands in for one of them; every member who decides anything, with role, key of equal rights and every credential; the signers.
 *
 * A longer cooling period is never instant: once it is loosened again it still holds for as long as it is (`heldAfter`), so one person's number could stop
 * payments for weeks, whatever all the others say. The whitelist switched on costs them at most the period they agreed on.
 *
 * What is left is about payments (flows of sub-wallets, senior rules, the whitelist) and about members who decide nothing. Since each such step
 * keeps all that decides about the rules, so does any sequence of them. When in doubt a change is not instant: that costs an approval, never safety.
 */

export const isSubset = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((one) => all.includes(one));

const notLooserNode = (before: ApprovalNode, after: ApprovalNode): boolean =>
  before.kind === after.kind &&
  Number(after.threshold) >= Number(before.threshold) &&
  isSubset(after.approvers, before.approvers);

/** Every node before is still there, in order, at least as strict; others may stand between. */
export function stillThere<T>(before: readonly T[], after: readonly T[], notLooser: (a: T, b: T) => boolean): boolean {
  let at = 0;
  for (const node of before) {
    while (at < after.length && !notLooser(node, after[at] as T)) at++;
    if (at++ >= after.length) return false;
  }
  return true;
}

const unprotects = (before: Flow, after: Flow): boolean =>
  before.signProtection === 'on' && after.signProtection === 'off';

const notLooserFlow = (before: Flow, after: Flow): boolean =>
  !unprotects(before, after) && !(before.pages && !after.pages) && stillThere(before.nodes, after.nodes, notLooserNode);

/** Of actions, the looser first. */
export const strictness = { pass: 0, flow: 1, refuse: 2 } as const;

function notLooserRule(before: SeniorRule, after: SeniorRule): boolean {
  if (before.type !== after.type || !notLooserConditions(before.when, after.when)) return false;
  if (before.enabled !== after.enabled)
    return after.enabled === 'on' ? after.action === 'refuse' : before.action === 'pass';
  // What refuses in the place of a protected flow goes on naming that (`protection.ts`).
  if (strictness[after.action] !== strictness[before.action])
    return (
      strictness[after.action] > strictness[before.action] && !(before.action === 'flow' && unprotects(before, after))
    );
  return notLooserFlow(before, after);
}

/** The same rules in the same order, none looser; rules that refuse may come in anywhere, rules that let pass may go. */
function notLooserSenior(before: readonly SeniorRule[], after: readonly SeniorRule[]): boolean {
  const kept = new Set(after.map(({ id }) => id));
  const old = before.filter(({ id }) => kept.has(id));
  if (before.some(({ id, action, enabled }) => !kept.has(id) && action !== 'pass' && enabled === 'on')) return false;
  const known = new Set(before.map(({ id }) => id));
  if (after.some(({ id, action, enabled }) => !known.has(id) && action !== 'refuse' && enabled === 'on')) return false;
  const stayed = after.filter(({ id }) => known.has(id));
  return (
    stayed.length === old.length &&
    stayed.every((rule, i) => rule.id === old[i]?.id && notLooserRule(old[i] as SeniorRule, rule))
  );
}

const asStrict = (before: Flow | 'refuse', after: Flow | 'refuse'): boolean =>
  after === 'refuse' || (before !== 'refuse' && notLooserFlow(before, after));

/** What a rule asks for; nothing is asked by one that passes. */
const demand = (rule: SeniorRule): Flow | 'refuse' | undefined =>
  rule.action === 'pass' ? undefined : rule.action === 'refuse' ? 'refuse' : rule;

/**
 * Is it never looser when fewer payees are listed? Then a rule about known ones no longer speaks of a payment, and one about unknown ones does: what
 * comes after must be as strict as the first, the second as strict as whatever it takes the payment from.
 */
export function staysAsStrict({ senior, strategies }: PolicyDocument): boolean {
  const rules = senior.filter(({ enabled }) => enabled === 'on');
  return rules.every((rule, i) => {
    const { loses, gains } = whenFewerListed(rule.when);
    if (!loses && !gains) return true;
    const others = [
      ...rules
        .slice(i + 1)
        .filter(({ type }) => type === rule.type)
        .map(demand),
      ...strategies,
    ];
    const own = demand(rule);
    const behind = own === undefined || others.every((other) => other && asStrict(own, other));
    const before = others.every((other) => other === undefined || (own !== undefined && asStrict(other, own)));
    return (!loses || behind) && (!gains || before);
  });
}

/** The same member, perhaps removed, with no key, right or role more. Who decides anything stays as they are: they could object, or be asked to undo. */
function notMoreMember(before: Member, after: Member | undefined): boolean {
  if (!after) return false;
  if (decidesAnywhere(before)) return same(before, after);
  const credentials = new Set(before.credentials.map((one) => canonicalText(one)));
  return (
    same({ ...before, status: '', credentials: [] }, { ...after, status: '', credentials: [] }) &&
    (before.status === after.status || after.status === 'removed') &&
    after.credentials.every((one) => credentials.has(canonicalText(one)))
  );
}

const notLooserBasics = (before: PolicyDocument['strategies'], after: PolicyDocument['strategies']): boolean =>
  before.length === after.length &&
  before.every((one, i) => {
    const other = after[i];
    return other !== undefined && one.wallet === other.wallet && notLooserFlow(one, other);
  });

/** Do the same flows decide about changes of the workspace? The default strategy is one of them for whatever has no rule of its own. */
function sameGovernment(current: PolicyDocument, next: PolicyDocument): boolean {
  const covered = workspaceOps.every((op) => current.workspace.some((rule) => rule.op === op));
  return (
    same(current.workspace, next.workspace) &&
    (covered || same(basicFor(current, '*') ?? '', basicFor(next, '*') ?? ''))
  );
}

/** May the step to `next` take effect at once: it takes away, adds nothing, and leaves everybody who could undo it able to? */
export function isTightening(current: PolicyDocument, next: PolicyDocument): boolean {
  if (touchedOps(current, next).length === 0) return false;
  const book = next.book.mode === current.book.mode || next.book.mode === 'on';
  const here = current.deployment === next.deployment && current.id === next.id;
  return (
    current.members.length === next.members.length &&
    current.members.every((member, i) => notMoreMember(member, next.members[i])) &&
    notLooserBasics(current.strategies, next.strategies) &&
    sameGovernment(current, next) &&
    notLooserSenior(current.senior, next.senior) &&
    book &&
    current.book.coolingHours === next.book.coolingHours &&
    here &&
    same(current.signers, next.signers)
  );
}

/** All that a change of the rules can touch. */
export const everyOp: readonly WorkspaceOp[] = workspaceOps.filter((op) => op !== 'keyMaterial');

/** What a step changes, by who has to decide about it. Who turns from a person to an API client, or back, is about both. */
export function touchedOps(current: PolicyDocument, next: PolicyDocument): WorkspaceOp[] {
  const differ = (of: (doc: PolicyDocument) => unknown): boolean => !same(of(current), of(next));
  const people = differ(({ members }) => members.filter(({ role }) => role !== 'api'));
  const api = differ(({ members }) => members.filter(({ role }) => role === 'api'));
  const touched: Partial<Record<WorkspaceOp, boolean>> = {
    members: people || (!api && differ((doc) => doc.members)),
    strategies: differ((doc) => [doc.strategies, doc.senior, doc.workspace]),
    addressBook: differ((doc) => doc.book),
    keys: differ((doc) => doc.signers),
    api,
  };
  return everyOp.filter((op) => touched[op]);
}
