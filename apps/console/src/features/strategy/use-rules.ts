import { type PolicyDocument, parsePolicy } from '@holdfast/policy';
import type { Naming } from '@holdfast/review/sentences';
import { useMemo } from 'react';
import { entriesNamed, useBookEntries } from '../../lib/book-entries.ts';
import { useApi } from '../../lib/query.ts';
import { useRuleChains } from '../../lib/rule-words.ts';
import type { Coin } from './draft.ts';

export interface Rules {
  readonly policy: PolicyDocument;
  readonly naming: Naming;
  readonly coins: readonly Coin[];
}

/** The rules in force and the names of everything that rules speak of. */
export function useRules(): { readonly rules: Rules | undefined; readonly error: unknown; readonly retry: () => void } {
  const current = useApi('strategy', 'policy', {}, { quiet: true });
  const coins = useApi('strategy', 'symbolList', {}, { quiet: true });
  const chains = useRuleChains();
  const document = current.data?.document;
  const policy = useMemo(() => (document === undefined ? undefined : parsePolicy(document)), [document]);
  const entries = useBookEntries(useMemo(() => (policy ? entriesNamed(policy) : []), [policy]));
  const rules = useMemo((): Rules | undefined => {
    if (!policy || !coins.data) return undefined;
    return {
      policy,
      naming: { policy, chains, entries },
      coins: coins.data.list,
    };
  }, [policy, coins.data, entries, chains]);
  const retry = (): void => void Promise.all([current.refetch(), coins.refetch()]);
  return { rules, error: current.error ?? coins.error, retry };
}

/** The same, with the names of what a draft speaks of as well. */
export function useRulesFor(rules: Rules, draft: Pick<PolicyDocument, 'senior'>): Rules {
  const entries = useBookEntries(useMemo(() => entriesNamed(draft), [draft]));
  return useMemo(() => {
    const { naming } = rules;
    return { ...rules, naming: { ...naming, entries: new Map([...naming.entries, ...entries]) } };
  }, [rules, entries]);
}
