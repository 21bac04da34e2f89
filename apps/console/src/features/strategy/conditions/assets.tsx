import type { SeniorRule } from '@holdfast/policy';
import { Choice } from '../choice.tsx';
import { coinKey } from '../draft.ts';
import { Ticks } from '../ticks.tsx';
import { coinsFor } from '../trial-input.ts';
import texts from './assets.json' with { type: 'json' };
import { type ConditionForm, type FieldProps, type TrialProps, useWords, withWhen } from './condition-form.ts';

const modes = ['any', 'only', 'except'] as const;
type Assets = SeniorRule['when']['assets'];

const optionsOf = ({ coins, naming }: FieldProps['rules'], type: SeniorRule['type']) =>
  coinsFor(type, coins).map((coin) => ({
    value: coinKey(coin),
    label: `${coin.symbol} · ${naming.chains.find(({ id }) => id === coin.chain)?.name ?? coin.chain}`,
  }));

function Field({ rules, draft, faults, onChange }: FieldProps) {
  const { word, fault } = useWords(texts, faults);
  const { assets } = draft.rule.when;
  const put = (next: Assets): void => onChange(withWhen(draft, { assets: next }));
  const byKey = new Map(rules.coins.map((coin) => [coinKey(coin), coin]));
  const choose = (keys: readonly string[]): void =>
    put({
      ...assets,
      list: keys.flatMap((key) => {
        const found = byKey.get(key) ?? assets.list.find((one) => coinKey(one) === key);
        return found ? [{ chain: found.chain, contract: found.contract }] : [];
      }),
    });
  return (
    <>
      <Choice
        label={word(`label.${draft.rule.type}`)}
        error={assets.mode === 'any' ? fault('assets') : undefined}
        value={assets.mode}
        items={modes.map((mode) => ({ value: mode, label: word(`mode.${mode}`) }))}
        onChange={(mode) => put({ ...assets, mode })}
      />
      {assets.mode !== 'any' && (
        <Ticks
          legend={word('list')}
          error={fault('assets')}
          options={optionsOf(rules, draft.rule.type)}
          chosen={assets.list.map(coinKey)}
          onChange={choose}
        />
      )}
    </>
  );
}

function Trial({ rules, trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  return (
    <Choice
      label={word(`try.${trial.type}`)}
      value={trial.coin}
      items={optionsOf(rules, trial.type)}
      onChange={(coin) => onChange({ coin })}
    />
  );
}

function faultOf({ when, type }: SeniorRule): string | undefined {
  const { mode, list } = when.assets;
  if (type === 'web3' && mode !== 'any' && list.some(({ contract }) => contract !== '')) return 'web3Asset';
  if (when.amount.unit === 'coin' && !(mode === 'only' && list.length === 1)) return 'coinOne';
  return mode !== 'any' && list.length === 0 ? 'pickAsset' : undefined;
}

export const assets: ConditionForm = { texts, Field, Trial, faults: (_, rule) => ({ assets: faultOf(rule) }) };
