import { basicFor, type Flow, isSolo, type PolicyDocument, type SeniorRule } from '@holdfast/policy';
import { meaningsOf, type Scope } from './flow-meaning.ts';

/** A flow that means something else than before to some members. */
export interface ChangedMeaning {
  /** The name of its rule, or the wallet that it is of; both '' for the default one. */
  readonly rule: string;
  readonly wallet: string;
  readonly flow: Flow;
  readonly scope: Scope;
  /** Those members, by their ids. */
  readonly members: ReadonlySet<string>;
}
type Told = Omit<ChangedMeaning, 'members'>;

function ofRule(rule: SeniorRule): [string, Told] {
  const { wallets, initiators } = rule.when;
  const scope = { wallets, initiators, ...(rule.type === 'transfer' ? {} : { kind: 'call' as const }) };
  return [`rule ${rule.id}`, { rule: rule.name, wallet: '', flow: rule, scope }];
}

/** The flows of a document, by what stays the same of them from one document to the next. */
function flowsOf(policy: PolicyDocument): ReadonlyMap<string, Told> {
  const basic = basicFor(policy, '*');
  const own = policy.strategies.filter(({ wallet }) => wallet !== '*');
  const asking = policy.senior.filter(({ action, enabled }) => action === 'flow' && enabled === 'on');
  return new Map<string, Told>([
    ...(basic ? [['*', { rule: '', wallet: '', flow: basic, scope: {} }] as const] : []),
    ...own.map((flow): [string, Told] => [
      `wallet ${flow.wallet}`,
      { rule: '', wallet: flow.wallet, flow, scope: { wallets: [flow.wallet] } },
    ]),
    ...asking.map(ofRule),
  ]);
}

const meaningIn = (policy: PolicyDocument, { flow, scope }: Told): ReadonlyMap<string, string> =>
  new Map(meaningsOf(policy, flow, scope).map((one) => [one.id, JSON.stringify(one)]));

/**
 * What a change of the rules means to whom, flow by flow: to those members to whom a flow means something else than before. A flow that means what the default one does
 * is left out, and nothing is told of a workspace in which one member decides alone.
 */
export function changedMeanings(current: PolicyDocument, next: PolicyDocument): ChangedMeaning[] {
  if (isSolo(next)) return [];
  const [before, after] = [flowsOf(current), flowsOf(next)];
  const usual = after.get('*');
  const usually = usual && meaningIn(next, usual);
  return [...after].flatMap(([key, told]) => {
    const was = before.get(key);
    const meant = was && meaningIn(current, was);
    const changed = [...meaningIn(next, told)].filter(([id, meaning]) => meant?.get(id) !== meaning);
    const isUsual = key !== '*' && changed.every(([id, meaning]) => usually?.get(id) === meaning);
    return changed.length === 0 || isUsual ? [] : [{ ...told, members: new Set(changed.map(([id]) => id)) }];
  });
}
