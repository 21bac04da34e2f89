import { conditionOf, type RuleCondition } from '@holdfast/policy';
import { honestText } from '../format.ts';
import { leaf } from '../phrase.ts';
import { anyOf, clause, type Naming } from './clause.ts';
import { chainPhrase } from './places.ts';

type Named = NonNullable<RuleCondition['deploys']>[number];

const deployPhrase = ({ chains }: Naming, { chain, code, inputs }: Named) => ({
  word: 'rule_deploy' as const,
  with: {
    code: leaf('text', code, `0x${code}`),
    inputs: leaf('method', inputs, honestText(inputs)),
    chain: chainPhrase(chains, chain),
  },
});

export const deploys = clause({
  words: {
    en: {
      rule_deploys: ', deploying {list}',
      rule_deploy: 'the bytecode {code} with constructor{inputs} on {chain}',
    },
    zh: {
      rule_deploys: '，部署 {list}',
      rule_deploy: '{chain} 上字节码为 {code}、构造参数为 {inputs} 的合约',
    },
  },
  tell: (naming, { when }) =>
    anyOf(
      'rule_deploys',
      conditionOf(when, 'deploys').map((named) => deployPhrase(naming, named)),
    ),
});
