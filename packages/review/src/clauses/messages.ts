import { conditionOf, type RuleCondition } from '@holdfast/policy';
import { leaf } from '../phrase.ts';
import { anyOf, clause, type Naming } from './clause.ts';
import { chainPhrase, contractPhrase } from './places.ts';

type Named = NonNullable<RuleCondition['messages']>[number];

/** Without a contract, and without types: texts alone, since no typed data without a contract is signed by a rule that does not name its type. */
function wordOf({ contract, types }: Named) {
  if (contract === '') return types.length === 0 ? ('rule_texts' as const) : ('rule_typedOfNone' as const);
  return types.length === 0 ? ('rule_message' as const) : ('rule_messageTypes' as const);
}

function messagePhrase({ chains }: Naming, named: Named) {
  const types = { all: named.types.map((type) => leaf('method', type)), by: 'listOr' as const };
  return {
    word: wordOf(named),
    with: { contract: contractPhrase(named.contract), chain: chainPhrase(chains, named.chain), types },
  };
}

export const messages = clause({
  words: {
    en: {
      rule_messages: ', signing {list}',
      rule_texts: 'texts on {chain}',
      rule_typedOfNone: 'typed data without a contract on {chain}, of type {types}',
      rule_message: 'messages to {contract} on {chain}',
      rule_messageTypes: 'messages to {contract} on {chain} of type {types}',
    },
    zh: {
      rule_messages: '，签署 {list}',
      rule_texts: '{chain} 上的文本',
      rule_typedOfNone: '{chain} 上不指明合约、类型为 {types} 的结构化数据',
      rule_message: '{chain} 上发给 {contract} 的消息',
      rule_messageTypes: '{chain} 上发给 {contract}、类型为 {types} 的消息',
    },
  },
  tell: (naming, { when }) =>
    anyOf(
      'rule_messages',
      conditionOf(when, 'messages').map((named) => messagePhrase(naming, named)),
    ),
});
