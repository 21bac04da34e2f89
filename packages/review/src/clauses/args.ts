import { askable, conditionOf, methodOf, type RuleCondition } from '@holdfast/policy';
import { honestText } from '../format.ts';
import { leaf } from '../phrase.ts';
import { clause } from './clause.ts';
import { contractPhrase } from './places.ts';

type Bound = NonNullable<RuleCondition['args']>[number];

/** Inside of both bounds, above one, below one, or one of a list. */
function wordOf({ least, most, in: listed }: Bound) {
  if (listed.length > 0) return 'rule_argIn' as const;
  if (least !== '' && most !== '') return 'rule_argBetween' as const;
  return least === '' ? ('rule_argMost' as const) : ('rule_argLeast' as const);
}

function boundPhrase(bound: Bound) {
  const { method, at, least, most } = bound;
  const asked = askable(methodOf(method)?.inputs ?? []).find((one) => one.at === at);
  const addresses = { all: bound.in.map(contractPhrase), by: 'listOr' as const };
  return {
    word: wordOf(bound),
    with: {
      name: leaf('text', at, honestText(asked?.name ?? at)),
      method: leaf('method', method, honestText(method)),
      least: leaf('units', least),
      most: leaf('units', most),
      addresses,
    },
  };
}

export const args = clause({
  words: {
    en: {
      rule_args: ', where {list}',
      rule_argAnd: ', and ',
      rule_argBetween: 'the argument {name} of {method} is from {least} to {most}',
      rule_argLeast: 'the argument {name} of {method} is {least} or more',
      rule_argMost: 'the argument {name} of {method} is {most} or less',
      rule_argIn: 'the argument {name} of {method} is {addresses}',
    },
    zh: {
      rule_args: '，且{list}',
      rule_argAnd: '，并且',
      rule_argBetween: '{method} 的参数 {name} 在 {least} 到 {most} 之间',
      rule_argLeast: '{method} 的参数 {name} 不小于 {least}',
      rule_argMost: '{method} 的参数 {name} 不大于 {most}',
      rule_argIn: '{method} 的参数 {name} 为 {addresses}',
    },
  },
  tell: (_, { when }) => {
    const bounds = conditionOf(when, 'args').map(boundPhrase);
    return {
      all: bounds.length === 0 ? [] : [{ word: 'rule_args', with: { list: { all: bounds, by: 'rule_argAnd' } } }],
    };
  },
});
