import type { RuleCondition } from '@holdfast/policy';
import { amountText, honestText } from '../format.ts';
import { leaf, type Phrase } from '../phrase.ts';
import { clause, type Naming } from './clause.ts';
import { assetAt } from './places.ts';

/** Exact: USD from cents, base units with the asset's own where this signer knows it. */
function boundPhrase({ chains }: Naming, { amount, assets }: RuleCondition, units: string): Phrase<'rule_units'> {
  if (amount.unit === 'usd') return leaf('cents', units, `${amountText(units, '2')} USD`);
  const [only] = assets.list;
  const asset = only && assetAt(chains, only);
  return asset
    ? leaf('units', units, `${amountText(units, String(asset.decimals))} ${honestText(asset.symbol)}`)
    : { word: 'rule_units', with: { units: leaf('units', units) } };
}

export const amount = clause({
  words: {
    en: {
      rule_over: ' of more than {over}',
      rule_upTo: ' of at most {upTo}',
      rule_between: ' of more than {over} and at most {upTo}',
      rule_value: ' with a value',
      rule_noBound: ' of any amount ({unit})',
      rule_window_wallet: ' in {hours} hours, summed over the wallet',
      rule_window_workspace: ' in {hours} hours, summed over the workspace',
      rule_window_member: ' in {hours} hours, summed over who asks',
      rule_units: '{units} smallest units',
    },
    zh: {
      rule_over: '，金额超过 {over}',
      rule_upTo: '，金额不超过 {upTo}',
      rule_between: '，金额超过 {over} 且不超过 {upTo}',
      rule_value: '，随附原生币',
      rule_noBound: '，任何金额（{unit}）',
      rule_window_wallet: '（该钱包 {hours} 小时内累计）',
      rule_window_workspace: '（工作区 {hours} 小时内累计）',
      rule_window_member: '（发起人 {hours} 小时内累计）',
      rule_units: '{units} 最小单位',
    },
  },
  tell: (naming, { type, when }) => {
    const { unit, over, upTo, hours, scope } = when.amount;
    if (unit === 'none') return { all: [] };
    const window = {
      all: hours === '0' ? [] : [{ word: `rule_window_${scope}` as const, with: { hours: leaf('hours', hours) } }],
    };
    if (over === '' && upTo === '')
      return { all: [{ word: 'rule_noBound', with: { unit: leaf('text', unit) } }, window] };
    const bounds = {
      ...(over === '' ? {} : { over: boundPhrase(naming, when, over) }),
      ...(upTo === '' ? {} : { upTo: boundPhrase(naming, when, upTo) }),
    };
    const word = over === '' ? 'rule_upTo' : upTo === '' ? 'rule_over' : 'rule_between';
    // What a contract moves is not in it: of a web3 call it is the native coin that goes along.
    return {
      all: [...(type === 'web3' ? [{ word: 'rule_value' as const, with: {} }] : []), { word, with: bounds }, window],
    };
  },
});
