import {
  basicFor,
  type Canonical,
  canonicalText,
  type Flow,
  isSolo,
  type PolicyDocument,
  type SeniorRule,
} from '@holdfast/policy';
import { meaningsOf, type Scope } from './flow-meaning.ts';

/** A flow that means something else than before to some members. */
export interface ChangedMeaning {
  /** The name of its rule, or the wallet that it is of; both '' for the default one. */
  readonly rule: string;
  readonly wallet: string;
  readonly flow: Flow;
  /** What went by another flow until now; missing of a rule that is new. */
  readonly flowBefore?: Flow;
  readonly scope: Scope;
  /** Those members, by their ids. */
  readonly members: ReadonlySet<string>;
}
/** `when`: of what an advanced rule speaks. */
type Told = Omit<ChangedMeaning, 'members' | 'flowBefore'> & { readonly when: Canonical };

function ofRule(rule: SeniorRule): [string, Told] {
  const { wallets, initiators } = rule.when;
  const scope = { wallets, initiators, ...(rule.type === 'transfer' ? {} : { kind: 'call' as const }) };
  return [`rule ${rule.id}`, { rule: rule.name, wallet: '', flow: rule, scope, when: [rule.type, rule.when] }];
}

/** The flows of a document, by what stays the same of them from one document to the next. */
function flowsOf(policy: PolicyDocument): ReadonlyMap<string, Told> {
  const basic = basicFor(policy, '*');
  const own = policy.strategies.filter(({ wallet }) => wallet !== '*');
  const asking = policy.senior.filter(({ action, enabled }) => action === 'flow' && enabled === 'on');
  return new Map<string, Told>([
    ...(basic ? [['*', { rule: '', wallet: '', flow: basic, scope: {}, when: '' }] as const] : []),
    ...own.map((flow): [string, Told] => [
      `wallet ${flow.wallet}`,
      { rule: '', wallet: flow.wallet, flow, scope: { wallets: [flow.wallet] }, when: '' },
    ]),
    ...asking.map(ofRule),
  ]);
}

/** By ids: a member who is called otherwise from then on means nothing else. */
const unnamed = (policy: PolicyDocument): PolicyDocument => ({
  ...policy,
  members: policy.members.map((one) => ({ ...one, name: one.id })),
});
const meaningIn = (
  policy: PolicyDocument,
  { flow, scope }: Pick<Told, 'flow' | 'scope'>,
): ReadonlyMap<string, string> =>
  new Map(meaningsOf(unnamed(policy), flow, scope).map((one) => [one.id, JSON.stringify(one)]));

/** What goes by a flow of its own before or after: by the default one where it has none, or none any more. */
function pairsOf(current: PolicyDocument, next: PolicyDocument) {
  const [before, after] = [flowsOf(current), flowsOf(next)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, now] = [before.get(key), after.get(key)];
    const told = now ?? was;
    const [basic, basicBefore] = [after.get('*'), before.get('*')];
    if (!told || !basic) return [];
    const flow = now?.flow ?? basic.flow;
    // A rule that speaks of something else from then on took the place of none: what went there before went by another.
    const same = !was || !now || canonicalText(was.when) === canonicalText(now.when);
    const flowBefore = same ? (was?.flow ?? (told.wallet === '' ? undefined : basicBefore?.flow)) : undefined;
    return [{ key, told: { ...told, flow }, flowBefore }];
  });
}

/**
 * What a change of the rules means to whom, flow by flow: to those members to whom a flow means something else than before. What is told of the default flow is not told
 * again of others that come to mean the same, and nothing is told of a workspace in which one member decides alone.
 */
export function changedMeanings(current: PolicyDocument, next: PolicyDocument): ChangedMeaning[] {
  if (isSolo(next)) return [];
  const changed = pairsOf(current, next).flatMap(({ key, told, flowBefore }) => {
    const meant = flowBefore && meaningIn(current, { flow: flowBefore, scope: told.scope });
    const now = [...meaningIn(next, told)].filter(([id, meaning]) => meant?.get(id) !== meaning);
    return now.length === 0 ? [] : [{ key, told, flowBefore, now: new Map(now) }];
  });
  const usual = changed.find(({ key }) => key === '*')?.now;
  const isTold = (now: ReadonlyMap<string, string>): boolean =>
    [...now].every(([id, meaning]) => usual?.get(id) === meaning);
  return changed
    .filter(({ key, now }) => key === '*' || !isTold(now))
    .map(({ told: { when: _, ...told }, flowBefore, now }) => ({
      ...told,
      ...(flowBefore && { flowBefore }),
      members: new Set(now.keys()),
    }));
}
