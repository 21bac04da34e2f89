import type { RuleCondition, SeniorRule } from '@holdfast/policy';
import { amountText, honestText } from '../format.ts';
import { leaf, type Phrase, silent } from '../phrase.ts';
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

/** Whose payments are summed, and what of each: its highest fee too, but no coins that become stake, which rules about calls judge one by one. */
const windowPhrase = (type: SeniorRule['type'], scope: RuleCondition['amount']['scope'], hours: string) => ({
  word: `rule_window_${scope}` as const,
  with: {
    hours: leaf('hours', hours),
    fees: { word: 'rule_windowFees' as const, with: {} },
    stake: type === 'web3' ? { word: 'rule_windowStake' as const, with: {} } : silent,
  },
});

export const amount = clause({
  words: {
    en: {
      rule_over: ' of more than {over}',
      rule_upTo: ' of at most {upTo}',
      rule_between: ' of more than {over} and at most {upTo}',
      rule_value: ' with a value',
      rule_noBound: ' of any amount ({unit})',
      rule_window_wallet: ' in {hours} h, summed over the wallet{fees}{stake}',
      rule_window_workspace: ' in {hours} h, summed over the workspace{fees}{stake}',
      rule_window_member: ' in {hours} h, summed over who asks{fees}{stake}',
      rule_windowFees: ', with the highest fees',
      rule_windowStake: ', without stake',
      rule_units: '{units} smallest units',
    },
    zh: {
      rule_over: '，金额超过 {over}',
      rule_upTo: '，金额不超过 {upTo}',
      rule_between: '，金额超过 {over} 且不超过 {upTo}',
      rule_value: '，随附原生币',
      rule_noBound: '，任何金额（{unit}）',
      rule_window_wallet: '（该钱包 {hours} 小时内累计{fees}{stake}）',
      rule_window_workspace: '（工作区 {hours} 小时内累计{fees}{stake}）',
      rule_window_member: '（发起人 {hours} 小时内累计{fees}{stake}）',
      rule_windowFees: '，含最高手续费',
      rule_windowStake: '，不含质押',
      rule_units: '{units} 最小单位',
    },
  },
  tell: (naming, { type, when }) => {
    const { unit, over, upTo, hours, scope } = when.amount;
    if (unit === 'none') return { all: [] };
    const window = hours === '0' ? silent : windowPhrase(type, scope, hours);
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
