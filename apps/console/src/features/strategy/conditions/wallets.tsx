import { useTranslation } from 'react-i18next';
import { Choice } from '../choice.tsx';
import { Ticks } from '../ticks.tsx';
import { type ConditionForm, type FieldProps, type TrialProps, useWords, withWhen } from './condition-form.ts';
import texts from './wallets.json' with { type: 'json' };

const optionsOf = ({ wallets }: FieldProps['rules']) =>
  wallets.map(({ id, name }) => ({ value: String(id), label: name }));

function Field({ rules, draft, onChange }: FieldProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { word } = useWords(texts);
  return (
    <Ticks
      legend={word('legend')}
      hint={t('strategyEngine:when.noneIsAll')}
      options={optionsOf(rules)}
      chosen={draft.rule.when.wallets}
      onChange={(wallets) => onChange(withWhen(draft, { wallets }))}
    />
  );
}

function Trial({ rules, trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  return (
    <Choice
      label={word('try')}
      value={trial.wallet}
      items={optionsOf(rules)}
      onChange={(wallet) => onChange({ wallet })}
    />
  );
}

export const wallets: ConditionForm = { texts, Field, Trial };
