import type { RuleCondition } from '@holdfast/policy';
import { leaf } from '../phrase.ts';
import { anyOf, clause, type Naming } from './clause.ts';
import { chainPhrase, contractPhrase } from './places.ts';

function callPhrase({ chains }: Naming, { chain, contract, methods }: RuleCondition['calls'][number]) {
  const by = { all: methods.map((method) => leaf('method', method)), by: 'listOr' as const };
  return {
    word: methods.length === 0 ? ('rule_call' as const) : ('rule_callMethods' as const),
    with: { contract: contractPhrase(contract), chain: chainPhrase(chains, chain), methods: by },
  };
}

export const calls = clause({
  words: {
    en: {
      rule_callsOnly: ', calling nothing but {list}',
      rule_calls: ', calling {list}',
      rule_call: '{contract} on {chain}',
      rule_callMethods: '{contract} on {chain} by {methods}',
    },
    zh: {
      rule_callsOnly: '，只调用 {list}',
      rule_calls: '，调用 {list}',
      rule_call: '{chain} 上的 {contract}',
      rule_callMethods: '{chain} 上 {contract} 的 {methods}',
    },
  },
  // A call beside those it names is enough for it not to let pass; see `calls` in packages/policy.
  tell: (naming, { when, action }) =>
    anyOf(
      action === 'pass' ? 'rule_callsOnly' : 'rule_calls',
      when.calls.map((call) => callPhrase(naming, call)),
    ),
});
