import type { RuleCondition } from '@holdfast/policy';
import { honestText } from '../format.ts';
import { leaf } from '../phrase.ts';
import { anyOf, clause, type Naming } from './clause.ts';
import { assetAt, chainPhrase, contractPhrase, isOtherSpelling } from './places.ts';

function assetPhrase({ chains }: Naming, name: RuleCondition['assets']['list'][number]) {
  const asset = assetAt(chains, name);
  const symbol = leaf('text', asset?.symbol ?? '', honestText(asset?.symbol ?? ''));
  const parts = { symbol, contract: contractPhrase(name.contract), chain: chainPhrase(chains, name.chain) };
  const { contract: _, ...coin } = parts;
  if (name.contract === '')
    return { word: asset ? ('rule_asset' as const) : ('rule_unknownCoin' as const), with: coin };
  if (isOtherSpelling(chains, name)) return { word: 'rule_otherSpelling' as const, with: parts };
  return { word: asset ? ('rule_token' as const) : ('rule_unknownToken' as const), with: parts };
}

export const assets = clause({
  words: {
    en: {
      rule_assetsOnly: ' in {list}',
      rule_assetsExcept: ' in anything but {list}',
      rule_asset: '{symbol} on {chain}',
      rule_token: '{symbol} ({contract}) on {chain}',
      rule_unknownCoin: 'the coin of {chain}',
      rule_unknownToken: 'the unknown asset {contract} on {chain}',
      rule_otherSpelling: '{contract} on {chain} (in this spelling no asset)',
    },
    zh: {
      rule_assetsOnly: '，资产为 {list}',
      rule_assetsExcept: '，资产不是 {list}',
      rule_asset: '{chain} 上的 {symbol}',
      rule_token: '{chain} 上的 {symbol}（{contract}）',
      rule_unknownCoin: '{chain} 的原生币',
      rule_unknownToken: '{chain} 上的未知资产 {contract}',
      rule_otherSpelling: '{chain} 上的 {contract}（此写法不是任何资产）',
    },
  },
  tell: (
    naming,
    {
      when: {
        assets: { mode, list },
      },
    },
  ) =>
    anyOf(
      mode === 'except' ? 'rule_assetsExcept' : 'rule_assetsOnly',
      list.map((one) => assetPhrase(naming, one)),
    ),
});
