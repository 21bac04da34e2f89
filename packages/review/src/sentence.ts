import type { Flow, SeniorRule } from '@holdfast/policy';
import type { Naming } from './clauses/clause.ts';
import { clauses } from './clauses/index.ts';
import { namePhrase, personPhrase } from './clauses/people.ts';
import { leaf, type Phrase, silent, textOf } from './phrase.ts';
import type { RuleWord, Say } from './words.en.ts';

export type { Naming } from './clauses/clause.ts';

function nodePhrase(naming: Pick<Naming, 'policy'>, node: Flow['nodes'][number]): Phrase<RuleWord> {
  const isOne = node.threshold === '1';
  const parts = {
    node: namePhrase('text', node.name, node.name),
    people: {
      all: node.approvers.map((id) => personPhrase(naming, id)),
      by: isOne ? ('listOr' as const) : ('listJoin' as const),
    },
  };
  if (isOne) return { word: node.kind === 'sign' ? 'rule_releaseOne' : 'rule_nodeOne', with: parts };
  return {
    word: node.kind === 'sign' ? 'rule_release' : 'rule_node',
    with: { ...parts, threshold: leaf('threshold', node.threshold) },
  };
}

/** `solo`: told to those who go by it, while one member decides alone: whoever asks is not excluded then, whatever the rule says. */
interface Telling {
  readonly solo?: boolean;
}

/** `“Desk”: 2 of Ann, Bob, Cem, then “Release” (last step): Ann, initiator excluded`. */
export function flowPhrase(
  naming: Pick<Naming, 'policy'>,
  { nodes, signProtection, pages }: Flow,
  { solo = false }: Telling = {},
): Phrase<RuleWord> {
  const protection = { word: signProtection === 'on' ? 'rule_protected' : 'rule_unprotected', with: {} } as const;
  return {
    all: [
      { all: nodes.map((node) => nodePhrase(naming, node)), by: 'rule_then' },
      solo ? silent : protection,
      pages === 'different' ? { word: 'rule_pages', with: {} } : silent,
    ],
  };
}

/** A senior rule as one sentence. */
export function rulePhrase(naming: Naming, rule: SeniorRule, telling?: Telling): Phrase<RuleWord> {
  const end: Phrase<RuleWord> =
    rule.action === 'flow'
      ? { word: 'rule_flow', with: { flow: flowPhrase(naming, rule, telling) } }
      : { word: `rule_${rule.action}`, with: {} };
  return {
    all: [
      rule.enabled === 'off' ? { word: 'rule_off', with: {} } : silent,
      { word: `rule_${rule.type}`, with: {} },
      ...Object.values(clauses).map((clause) => clause.tell(naming, rule)),
      end,
    ],
  };
}

export const flowText = (say: Say, naming: Pick<Naming, 'policy'>, flow: Flow, telling?: Telling): string =>
  textOf(say, flowPhrase(naming, flow, telling));

export const ruleText = (say: Say, naming: Naming, rule: SeniorRule, telling?: Telling): string =>
  textOf(say, rulePhrase(naming, rule, telling));
