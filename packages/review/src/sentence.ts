import type { Flow, SeniorRule } from '@holdfast/policy';
import { memberName } from './actors.ts';
import { clauses, join, listed, type Naming } from './clauses.ts';
import type { Say } from './words.en.ts';

export type { Naming } from './clauses.ts';

const conditionText = (say: Say, naming: Naming, rule: SeniorRule): string =>
  [say(`rule_${rule.type}`), ...Object.values(clauses).map((clause) => clause(say, naming, rule))].join('');

/** `“Desk”: 2 of Ann, Bob, Cem, then “Release”: released by 1 of Ann, initiator excluded`. */
export function flowText(say: Say, { policy }: Pick<Naming, 'policy'>, flow: Flow): string {
  const nodes = flow.nodes.map(({ name, kind, threshold, approvers }) => {
    const people = join(
      say,
      approvers.map((id) => listed(say, memberName({ policy }, id))),
    );
    const node = listed(say, name);
    return say(kind === 'sign' ? 'rule_release' : 'rule_node', { node, threshold, people });
  });
  return nodes.join(say('rule_then')) + say(flow.signProtection === 'on' ? 'rule_protected' : 'rule_unprotected');
}

/** A senior rule as one sentence. */
export function ruleText(say: Say, naming: Naming, rule: SeniorRule): string {
  const end =
    rule.action === 'flow' ? say('rule_flow', { flow: flowText(say, naming, rule) }) : say(`rule_${rule.action}`);
  return (rule.enabled === 'off' ? say('rule_off') : '') + conditionText(say, naming, rule) + end;
}
