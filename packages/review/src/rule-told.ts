import { type Flow, isSolo, type PolicyDocument, type Rule, type SeniorRule } from '@holdfast/policy';
import { flowText, type Naming, ruleText } from './sentence.ts';
import { stepName } from './step-names.ts';
import type { Say } from './words.en.ts';

type Language = Parameters<typeof stepName>[1];

/** As its reader names its steps: never where documents are compared. */
export const namedSteps = <F extends Pick<Flow, 'nodes'>>(language: Language, flow: F): F => ({
  ...flow,
  nodes: flow.nodes.map((node) => ({ ...node, name: stepName(node.name, language) })),
});

/** The flows of a rule that is none of the senior ones; a change that touches several parts goes by the rule of each. */
function flowsOf(
  { strategies, workspace }: PolicyDocument,
  { level, id }: Pick<Rule, 'level' | 'id'>,
): readonly Flow[] {
  if (level === 'basic') return strategies.filter(({ wallet }) => wallet === id);
  const ops = level === 'workspace' ? id.split(',') : [];
  return workspace.filter(({ op }) => ops.includes(op));
}

/** What the rule that asks takes, whole, as one sentence; '' where none asks, or where these rules have no such rule. */
export function ruleTold(
  say: Say,
  language: Language,
  naming: Naming,
  rule: Pick<Rule, 'level' | 'id'> | undefined,
): string {
  const { policy } = naming;
  if (!rule) return '';
  const telling = { solo: isSolo(policy) };
  if (rule.level === 'senior') {
    const senior: SeniorRule | undefined = policy.senior.find(({ id }) => id === rule.id);
    return senior ? ruleText(say, naming, namedSteps(language, senior), telling) : '';
  }
  return flowsOf(policy, rule)
    .map((flow) => flowText(say, naming, namedSteps(language, flow), telling))
    .join('; ');
}
