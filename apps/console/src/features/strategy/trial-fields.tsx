import type { ConditionName } from '@holdfast/policy';
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

interface NumberProps extends Pick<TrialFieldsProps, 'trial' | 'onChange'> {
  readonly label: string;
  readonly name: 'amount' | 'value' | 'price' | 'spent';
  readonly hint?: string;
}

const NumberField = ({ label, name, hint, trial, onChange }: NumberProps): ReactNode => (
  <Field label={label} hint={hint}>
    <TextInput
      inputMode="decimal"
      value={trial[name]}
      onChange={({ target }) => onChange({ [name]: target.value.replace(/[^\d.]/g, '') })}
    />
  </Field>
);

function InitiatorField({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const nameOf = useInitiatorName();
  return (
    <Choice
      label={t('strategyEngine:try.initiator')}
      value={trial.initiator}
      items={rules.policy.members.map((member) => ({ value: member.id, label: nameOf(member) }))}
      onChange={(initiator) => onChange({ initiator })}
    />
  );
}

function WalletField({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <Choice
      label={t('strategyEngine:try.wallet')}
      value={trial.wallet}
      items={rules.wallets.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(wallet) => onChange({ wallet })}
    />
  );
}

function CoinField({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <Choice
      label={t(`strategyEngine:tryCoin.${trial.type}`)}
      value={trial.coin}
      items={coinsFor(trial.type, rules.coins).map((coin) => ({
        value: coinKey(coin),
        label: `${coin.symbol} · ${coin.chain}`,
      }))}
      onChange={(coin) => onChange({ coin })}
    />
  );
}

function AmountField({ trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const label = t(`strategyEngine:tryAmount.${trial.type}`);
  if (trial.type !== 'web3') return <NumberField label={label} name="amount" trial={trial} onChange={onChange} />;
  const hint = t('strategyEngine:tryAmount.web3Hint');
  return <NumberField label={label} name="value" hint={hint} trial={trial} onChange={onChange} />;
}

/** Which contracts are called, where the chain has any. */
function CallFields({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [chain = ''] = trial.coin.split('|');
  if (trial.type === 'transfer' || !hasContracts(chain, rules.coins)) return null;
  return (
    <div className="col-span-full grid gap-3">
      {trial.callsKnown && (
        <TrialCalls
          coins={rules.coins}
          chain={chain}
          calls={trial.calls}
          onChange={(calls) => onChange({ calls: [...calls] })}
        />
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

/** What each condition asks of a transaction, in the order of the form. */
const fields: Record<ConditionName, (props: TrialFieldsProps) => ReactNode> = {
  initiators: InitiatorField,
  wallets: WalletField,
  assets: CoinField,
  amount: AmountField,
  calls: CallFields,
  destinations: ToFields,
};

/** Everything that rules ask of a transaction, for somebody to imagine one; then what signers know by themselves. */
export function TrialFields(props: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { trial, onChange } = props;
  const own = { trial, onChange };
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
      {Object.entries(fields).map(([name, Fields]) => (
        <Fields key={name} {...props} />
      ))}
      <NumberField
        label={t('strategyEngine:try.price')}
        name="price"
        hint={t('strategyEngine:try.priceHint')}
        {...own}
      />
      <NumberField
        label={t('strategyEngine:try.spent')}
        name="spent"
        hint={t('strategyEngine:try.spentHint')}
        {...own}
      />
    </div>
  );
}
