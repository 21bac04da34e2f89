import { parsePolicy } from '@holdfast/policy';
import { type ReactNode, useMemo } from 'react';
import { entriesNamed, useBookEntries } from '../../lib/book-entries.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { useRuleChains, useRuleTold } from '../../lib/rule-words.ts';

type Rule = NonNullable<TodoItem['rule']>;

/**
 * What the rule of an open item takes, in the sentence of the signer's page. Nothing is said as long as the rules at hand are others than those that the item was
 * told by: the signer's page would say otherwise.
 */
export default function RuleSentence({ rule, version }: { rule: Rule; version: string }): ReactNode {
  const { data } = useApi('strategy', 'policy', {}, { quiet: true });
  const document = data?.version === version ? data.document : undefined;
  const policy = useMemo(() => (document === undefined ? undefined : parsePolicy(document)), [document]);
  const chains = useRuleChains();
  const asking = useMemo(
    () => (policy?.senior ?? []).filter(({ id }) => rule.level === 'senior' && id === rule.id),
    [policy, rule],
  );
  const entries = useBookEntries(useMemo(() => entriesNamed({ senior: asking }), [asking]));
  const told = useRuleTold();
  // Without the coins' names a condition on them would be told by contracts alone.
  const named = rule.level !== 'senior' || chains.some(({ assets }) => assets.length > 0);
  const text = policy && named ? told({ policy, chains, entries }, rule) : '';
  return text === '' ? null : (
    <p className="text-mut">
      <bdi>{text}</bdi>
    </p>
  );
}
