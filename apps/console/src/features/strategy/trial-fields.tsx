import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBookEntries } from '../../lib/book-entries.ts';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { TrialCalls } from './call-rows.tsx';
import { hasContracts } from './calls.ts';
import { Choice } from './choice.tsx';
import { coinKey } from './draft.ts';
import { EntryPicker } from './entry-picker.tsx';
import { useInitiatorName } from './initiator.ts';
import { coinsFor, type Trial } from './trial.ts';
import type { Rules } from './use-rules.ts';

interface TrialFieldsProps {
  readonly rules: Rules;
  readonly trial: Trial;
  readonly onChange: (change: Partial<Trial>) => void;
}
const destinations = ['other', 'entry', 'own'] as const;
const ofContract = ['other', 'entry'] as const;

/** Everything that rules ask of a transaction, for somebody to imagine one. */
export function TrialFields(props: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { rules, trial, onChange } = props;
  const nameOf = useInitiatorName();
  const clean = (text: string): string => text.replace(/[^\d.]/g, '');
  const number = (label: string, name: 'amount' | 'value' | 'price' | 'spent', hint?: string): ReactNode => (
    <Field label={label} hint={hint}>
      <TextInput
        inputMode="decimal"
        value={trial[name]}
        onChange={({ target }) => onChange({ [name]: clean(target.value) })}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
      <Choice
        label={t('strategyEngine:try.initiator')}
        value={trial.initiator}
        items={rules.policy.members.map((member) => ({ value: member.id, label: nameOf(member) }))}
        onChange={(initiator) => onChange({ initiator })}
      />
      <Choice
        label={t('strategyEngine:try.wallet')}
        value={trial.wallet}
        items={rules.wallets.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(wallet) => onChange({ wallet })}
      />
      <Choice
        label={t(`strategyEngine:tryCoin.${trial.type}`)}
        value={trial.coin}
        items={coinsFor(trial.type, rules.coins).map((coin) => ({
          value: coinKey(coin),
          label: `${coin.symbol} · ${coin.chain}`,
        }))}
        onChange={(coin) => onChange({ coin })}
      />
      {trial.type === 'web3'
        ? number(t('strategyEngine:tryAmount.web3'), 'value', t('strategyEngine:tryAmount.web3Hint'))
        : number(t(`strategyEngine:tryAmount.${trial.type}`), 'amount')}
      <CallFields {...props} />
      <ToFields {...props} />
      {number(t('strategyEngine:try.price'), 'price', t('strategyEngine:try.priceHint'))}
      {number(t('strategyEngine:try.spent'), 'spent', t('strategyEngine:try.spentHint'))}
    </div>
  );
}

/** Which contracts are called, where the chain has any. */
function CallFields({ trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [chain = ''] = trial.coin.split('|');
  if (trial.type === 'transfer' || !hasContracts(chain)) return null;
  return (
    <div className="col-span-full grid gap-3">
      {trial.callsKnown && (
        <TrialCalls chain={chain} calls={trial.calls} onChange={(calls) => onChange({ calls: [...calls] })} />
      )}
      <Checkbox
        checked={!trial.callsKnown}
        onChange={({ target }) => onChange({ callsKnown: !target.checked })}
        label={t('strategyEngine:call.unknown')}
      />
    </div>
  );
}

/** Who is paid, or whether the contract is listed. */
function ToFields({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const calling = trial.type !== 'transfer';
  if (calling && !trial.callsKnown) return null;
  return (
    <>
      <Choice<Trial['to']>
        label={t(calling ? 'strategyEngine:try.toContract' : 'strategyEngine:try.to')}
        value={trial.to}
        items={
          calling
            ? ofContract.map((to) => ({ value: to, label: t(`strategyEngine:tryContract.${to}`) }))
            : destinations.map((to) => ({ value: to, label: t(`strategyEngine:tryTo.${to}`) }))
        }
        onChange={(to) => onChange({ to })}
      />
      {trial.to === 'entry' && <TrialEntry rules={rules} trial={trial} onChange={onChange} />}
    </>
  );
}

/** The entry that is paid, or whose contract is called; none chosen is one that no rule names. */
function TrialEntry({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const chosen = useMemo(() => (trial.entry === '' ? [] : [trial.entry]), [trial.entry]);
  const found = useBookEntries(chosen);
  const entries = useMemo(() => new Map([...rules.naming.entries, ...found]), [rules, found]);
  return (
    <div className="col-span-full grid gap-1.5">
      <EntryPicker single naming={{ entries }} chosen={chosen} onChange={([entry = '']) => onChange({ entry })} />
      <p className="text-mut text-xs">{t('strategyEngine:try.anyEntry')}</p>
    </div>
  );
}
