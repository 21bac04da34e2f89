import { useTranslation } from 'react-i18next';
import { Field as Labelled } from '../../../ui/form.tsx';
import { WalletSelect } from '../../../ui/wallet-select.tsx';
import { WalletSet } from '../../../ui/wallet-set.tsx';
import { type ConditionForm, type FieldProps, type TrialProps, useWords, withWhen } from './condition-form.ts';
import texts from './wallets.json' with { type: 'json' };

function Field({ draft, onChange }: FieldProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { word } = useWords(texts);
  return (
    <WalletSet
      legend={word('legend')}
      hint={t('strategyEngine:when.noneIsAll')}
      chosen={draft.rule.when.wallets.map(Number)}
      onChange={(wallets) => onChange(withWhen(draft, { wallets: wallets.map(String) }))}
    />
  );
}

function Trial({ trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  return (
    <Labelled label={word('try')}>
      <WalletSelect value={Number(trial.wallet)} onChange={(id) => id !== null && onChange({ wallet: String(id) })} />
    </Labelled>
  );
}

export const wallets: ConditionForm = { texts, Field, Trial };
