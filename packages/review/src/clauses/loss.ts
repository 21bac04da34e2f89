import { conditionOf } from '@holdfast/policy';
import { amountText } from '../format.ts';
import { leaf } from '../phrase.ts';
import { clause } from './clause.ts';

const percent = (hundredths: string) => leaf('percent', hundredths, `${amountText(hundredths, '2')} %`);

export const loss = clause({
  words: {
    en: {
      rule_lossOver: ', that may bring back less than is given by more than {over}, at the signers’ prices',
      rule_lossUpTo: ', that may bring back less than is given by at most {upTo}, at the signers’ prices',
      rule_lossBetween:
        ', that may bring back less than is given by more than {over} and at most {upTo}, at the signers’ prices',
    },
    zh: {
      rule_lossOver: '，按签名节点的价格，换回价值可少于付出价值超过 {over}',
      rule_lossUpTo: '，按签名节点的价格，换回价值最多少于付出价值 {upTo}',
      rule_lossBetween: '，按签名节点的价格，换回价值可少于付出价值超过 {over} 且不超过 {upTo}',
    },
  },
  tell: (_, { when }) => {
    const { over, upTo } = conditionOf(when, 'loss');
    if (over === '' && upTo === '') return { all: [] };
    const bounds = {
      ...(over === '' ? {} : { over: percent(over) }),
      ...(upTo === '' ? {} : { upTo: percent(upTo) }),
    };
    return {
      all: [{ word: over === '' ? 'rule_lossUpTo' : upTo === '' ? 'rule_lossOver' : 'rule_lossBetween', with: bounds }],
    };
  },
});
