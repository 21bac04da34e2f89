import { type Canonical, canonicalText } from './canonical.ts';
import type { Member, PolicyDocument, WorkspaceOp } from './document.ts';
import { isSolo } from './flow.ts';
import type { ApprovalNode, Flow } from './node.ts';
import type { SeniorRule } from './senior.ts';

/**
 * Which changes of the rules can only make fewer things possible. They may take effect at once; everything else goes by the flow in force. When in
 * doubt a change is not tightening: that costs an approval, never safety.
 */

const same = (a: unknown, b: unknown): boolean => canonicalText(a as Canonical) === canonicalText(b as Canonical);

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

const notLooserFlow = (before: Flow, after: Flow): boolean =>
  !(before.signProtection === 'on' && after.signProtection === 'off') &&
  stillThere(before.nodes, after.nodes, notLooserNode);

/** Of actions, the looser first. */
export const strictness = { pass: 0, flow: 1, refuse: 2 } as const;

function notLooserRule(before: SeniorRule, after: SeniorRule): boolean {
  if (before.type !== after.type || !same(before.when, after.when)) return false;
  if (before.enabled !== after.enabled)
    return after.enabled === 'on' ? after.action === 'refuse' : before.action === 'pass';
  if (strictness[after.action] !== strictness[before.action])
    return strictness[after.action] > strictness[before.action];
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
    const { mode } = rule.when.destinations;
    if (mode === 'any' || mode === 'internal') return true;
    const others = [
      ...rules
        .slice(i + 1)
        .filter(({ type }) => type === rule.type)
        .map(demand),
      ...strategies,
    ];
    const own = demand(rule);
    if (mode !== 'unknown') return own === undefined || others.every((other) => other && asStrict(own, other));
    return others.every((other) => other === undefined || (own !== undefined && asStrict(other, own)));
  });
}

/** The same member, perhaps removed, with no key, right or role more. */
function notMoreMember(before: Member, after: Member | undefined): boolean {
  if (!after) return false;
  const credentials = new Set(before.credentials.map((one) => canonicalText(one)));
  return (
    same({ ...before, status: '', credentials: [] }, { ...after, status: '', credentials: [] }) &&
    (before.status === after.status || after.status === 'removed') &&
    after.credentials.every((one) => credentials.has(canonicalText(one)))
  );
}

const notLooserList = <T extends Flow>(before: readonly T[], after: readonly T[], name: (one: T) => string): boolean =>
  before.length === after.length &&
  before.every((one, i) => {
    const other = after[i];
    return other !== undefined && name(one) === name(other) && notLooserFlow(one, other);
  });

/** Does the step to `next` take away something that is possible now, and add nothing? */
export function isTightening(current: PolicyDocument, next: PolicyDocument): boolean {
  if (touchedOps(current, next).length === 0) return false;
  const book = next.book.mode === current.book.mode || next.book.mode === 'on';
  const [cooling, before] = [Number(next.book.coolingHours), Number(current.book.coolingHours)];
  const here = current.deployment === next.deployment && current.id === next.id;
  return (
    current.members.length === next.members.length &&
    current.members.every((member, i) => notMoreMember(member, next.members[i])) &&
    isSolo(next) === isSolo(current) &&
    notLooserList(current.strategies, next.strategies, ({ wallet }) => wallet) &&
    notLooserList(current.workspace, next.workspace, ({ op }) => op) &&
    notLooserSenior(current.senior, next.senior) &&
    book &&
    (cooling === before || (cooling > before && staysAsStrict(current) && staysAsStrict(next))) &&
    here &&
    same(current.signers, next.signers)
  );
}

/** What a step changes, by who has to decide about it. */
export function touchedOps(current: PolicyDocument, next: PolicyDocument): WorkspaceOp[] {
  const changed = (name: 'members' | 'strategies' | 'senior' | 'workspace' | 'book' | 'signers'): boolean =>
    !same(current[name], next[name]);
  return [
    ...(changed('members') ? (['members'] as const) : []),
    ...(changed('strategies') || changed('senior') || changed('workspace') ? (['strategies'] as const) : []),
    ...(changed('book') ? (['addressBook'] as const) : []),
    ...(changed('signers') ? (['keys'] as const) : []),
  ];
}
