import type { ConditionName, SeniorRule } from '@holdfast/policy';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextInput } from '../../ui/form.tsx';
import { NamedCalls } from './call-rows.tsx';
import { hasContracts } from './calls.ts';
import { Choice } from './choice.tsx';
import { coinKey, type Draft, type Faults, type Field as FieldName } from './draft.ts';
import { EntryPicker } from './entry-picker.tsx';
import { useInitiatorName } from './initiator.ts';
import { Ticks } from './ticks.tsx';
import { coinsFor } from './trial.ts';
import type { Rules } from './use-rules.ts';

interface ConditionProps {
  readonly rules: Rules;
  readonly draft: Draft;
  readonly faults: Faults;
  readonly onChange: (draft: Draft) => void;
}
const roles = ['owner', 'admin', 'operator', 'api'] as const;

type When = SeniorRule['when'];
const withWhen = (draft: Draft, change: Partial<When>): Draft => ({
  ...draft,
  rule: { ...draft.rule, when: { ...draft.rule.when, ...change } },
});

function InitiatorFields({ rules, draft, onChange }: ConditionProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const nameOf = useInitiatorName();
  const initiators = [
    ...roles.map((role) => ({ value: `role:${role}`, label: t(`strategyEngine:role.${role}`) })),
    ...rules.policy.members
      .filter(({ status }) => status === 'active')
      .map((member) => ({ value: `member:${member.id}`, label: nameOf(member) })),
  ];
  return (
    <Ticks
      legend={t('strategyEngine:when.initiators')}
      hint={t('strategyEngine:when.noneIsAll')}
      options={initiators}
      chosen={draft.rule.when.initiators}
      onChange={(chosen) => onChange(withWhen(draft, { initiators: chosen }))}
    />
  );
}

function WalletFields({ rules, draft, onChange }: ConditionProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <Ticks
      legend={t('strategyEngine:when.wallets')}
      hint={t('strategyEngine:when.noneIsAll')}
      options={rules.wallets.map(({ id, name }) => ({ value: String(id), label: name }))}
      chosen={draft.rule.when.wallets}
      onChange={(wallets) => onChange(withWhen(draft, { wallets }))}
    />
  );
}

const useFault = (faults: Faults) => {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (field: FieldName): string | undefined => {
    const fault = faults[field];
    return fault && t(`strategyEngine:fault.${fault}`);
  };
};

const assetModes = ['any', 'only', 'except'] as const;

function AssetFields({ rules, draft, faults, onChange }: ConditionProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const fault = useFault(faults);
  const { assets } = draft.rule.when;
  const put = (next: SeniorRule['when']['assets']): void =>
    onChange({ ...draft, rule: { ...draft.rule, when: { ...draft.rule.when, assets: next } } });
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
        label={t(`strategyEngine:whenAssets.${draft.rule.type}`)}
        error={assets.mode === 'any' ? fault('assets') : undefined}
        value={assets.mode}
        items={assetModes.map((mode) => ({ value: mode, label: t(`strategyEngine:assets.${mode}`) }))}
        onChange={(mode) => put({ ...assets, mode })}
      />
      {assets.mode !== 'any' && (
        <Ticks
          legend={t('strategyEngine:when.assetList')}
          error={fault('assets')}
          options={coinsFor(draft.rule.type, rules.coins).map((coin) => ({
            value: coinKey(coin),
            label: `${coin.symbol} · ${coin.chain}`,
          }))}
          chosen={assets.list.map(coinKey)}
          onChange={choose}
        />
      )}
    </>
  );
}

const units = ['none', 'usd', 'coin'] as const;
const scopes = ['wallet', 'workspace', 'member'] as const;

function AmountFields({ draft, faults, onChange }: ConditionProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const fault = useFault(faults);
  const { amount } = draft.rule.when;
  const put = (change: Partial<SeniorRule['when']['amount']>): void =>
    onChange({
      ...draft,
      rule: { ...draft.rule, when: { ...draft.rule.when, amount: { ...amount, ...change } } },
    });
  const clean = (text: string): string => text.replace(/[^\d.]/g, '');
  return (
    <>
      <Choice
        label={t(`strategyEngine:whenAmount.${draft.rule.type}`)}
        value={amount.unit}
        items={units.map((unit) => ({ value: unit, label: t(`strategyEngine:unit.${unit}`) }))}
        onChange={(unit) => put({ unit })}
      />
      {amount.unit !== 'none' && (
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <Field label={t('strategyEngine:when.over')} error={fault('amount')}>
            <TextInput
              inputMode="decimal"
              value={draft.over}
              onChange={({ target }) => onChange({ ...draft, over: clean(target.value) })}
            />
          </Field>
          <Field label={t('strategyEngine:when.upTo')}>
            <TextInput
              inputMode="decimal"
              value={draft.upTo}
              onChange={({ target }) => onChange({ ...draft, upTo: clean(target.value) })}
            />
          </Field>
          <Field
            label={t('strategyEngine:when.hours')}
            error={fault('hours')}
            hint={t('strategyEngine:when.hoursHint')}
          >
            <TextInput
              inputMode="numeric"
              value={amount.hours}
              maxLength={3}
              onChange={({ target }) => put({ hours: target.value.replace(/\D/g, '') })}
            />
          </Field>
          {amount.hours !== '0' && (
            <Choice
              label={t('strategyEngine:when.scope')}
              value={amount.scope}
              items={scopes.map((scope) => ({ value: scope, label: t(`strategyEngine:scope.${scope}`) }))}
              onChange={(scope) => put({ scope })}
            />
          )}
        </div>
      )}
    </>
  );
}

const destinations = ['any', 'internal', 'known', 'listed', 'unknown'] as const;

function DestinationFields({ rules, draft, faults, onChange }: ConditionProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const fault = useFault(faults);
  const { mode, entries } = draft.rule.when.destinations;
  const transfer = draft.rule.type === 'transfer';
  const put = (next: SeniorRule['when']['destinations']): void =>
    onChange({ ...draft, rule: { ...draft.rule, when: { ...draft.rule.when, destinations: next } } });
  return (
    <>
      <Choice
        label={t(transfer ? 'strategyEngine:when.destinations' : 'strategyEngine:when.contracts')}
        error={fault('destinations')}
        value={mode}
        items={destinations
          .filter((one) => transfer || one !== 'internal' || mode === one)
          .map((one) => ({
            value: one,
            label: t(transfer ? `strategyEngine:to.${one}` : `strategyEngine:toContract.${one}`),
          }))}
        onChange={(one) => put({ mode: one, entries })}
      />
      {mode === 'listed' && (
        <EntryPicker naming={rules.naming} chosen={entries} onChange={(chosen) => put({ mode, entries: chosen })} />
      )}
    </>
  );
}

function CallsField({ rules, draft, faults, onChange }: ConditionProps): ReactNode {
  const fault = useFault(faults);
  if (draft.rule.type === 'transfer') return null;
  return (
    <NamedCalls
      coins={rules.coins}
      chains={rules.naming.chains.filter(({ id }) => hasContracts(id, rules.coins))}
      calls={draft.calls}
      error={fault('calls')}
      onChange={(calls) => onChange({ ...draft, calls })}
    />
  );
}

/** Every condition, in the order of the form: who, from where, what, how much, to whom, by which call. */
const fields: Record<ConditionName, (props: ConditionProps) => ReactNode> = {
  initiators: InitiatorFields,
  wallets: WalletFields,
  assets: AssetFields,
  amount: AmountFields,
  destinations: DestinationFields,
  calls: CallsField,
};

/** Everything that has to hold for the rule to speak. */
export const ConditionFields = (props: ConditionProps): ReactNode =>
  Object.entries(fields).map(([name, Fields]) => <Fields key={name} {...props} />);
