import { useTranslation } from 'react-i18next';
import { Choice } from '../choice.tsx';
import { useInitiatorName } from '../initiator.ts';
import { Ticks } from '../ticks.tsx';
import { type ConditionForm, type FieldProps, type TrialProps, useWords, withWhen } from './condition-form.ts';
import texts from './initiators.json' with { type: 'json' };

const roles = ['owner', 'admin', 'operator', 'api'] as const;

function Field({ rules, draft, onChange }: FieldProps) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { word } = useWords(texts);
  const nameOf = useInitiatorName();
  const options = [
    ...roles.map((role) => ({ value: `role:${role}`, label: word(`role.${role}`) })),
    ...rules.policy.members
      .filter(({ status }) => status === 'active')
      .map((member) => ({ value: `member:${member.id}`, label: nameOf(member) })),
  ];
  return (
    <Ticks
      legend={word('legend')}
      hint={t('strategyEngine:when.noneIsAll')}
      options={options}
      chosen={draft.rule.when.initiators}
      onChange={(initiators) => onChange(withWhen(draft, { initiators }))}
    />
  );
}

function Trial({ rules, trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  const nameOf = useInitiatorName();
  return (
    <Choice
      label={word('try')}
      value={trial.initiator}
      items={rules.policy.members.map((member) => ({ value: member.id, label: nameOf(member) }))}
      onChange={(initiator) => onChange({ initiator })}
    />
  );
}

export const initiators: ConditionForm = { texts, Field, Trial };
