import type { SeniorRule } from '@holdfast/policy';
import { conditionForms } from './conditions/index.ts';
import { type Coin, type Draft, type Faults, ruleOf } from './draft.ts';

type NodesFault = 'pickApprovers' | 'nodeName' | 'threshold';
type DraftFaults = Faults & { readonly name?: 'name'; readonly nodes?: NodesFault };

/** What is wrong with the steps of a flow, before anybody asks who could take them. */
export function nodesFault(nodes: SeniorRule['nodes']): NodesFault | undefined {
  if (nodes.length === 0 || nodes.some(({ approvers }) => approvers.length === 0)) return 'pickApprovers';
  if (nodes.some(({ name }) => name.trim() === '')) return 'nodeName';
  const fits = ({ threshold, approvers }: SeniorRule['nodes'][number]): boolean =>
    /^\d+$/.test(threshold) && Number(threshold) >= 1 && Number(threshold) <= approvers.length;
  return nodes.every(fits) ? undefined : 'threshold';
}

/** What is wrong, each at its field: of the conditions, then of what every rule has. */
export function faultsOf(draft: Draft, coins: readonly Coin[]): DraftFaults {
  const rule = ruleOf(draft, coins);
  const conditions = Object.values(conditionForms).map(({ faults }) => faults?.(draft, rule, coins) ?? {});
  const found: Faults = Object.assign({}, ...conditions);
  const nodes = rule.action === 'flow' ? nodesFault(rule.nodes) : undefined;
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)),
    ...(rule.name === '' ? { name: 'name' } : {}),
    ...(nodes ? { nodes } : {}),
  };
}
