import type { SeniorRule } from '@holdfast/policy';
import { Field as FormField, TextInput } from '../../../ui/form.tsx';
import { Choice } from '../choice.tsx';
import { type Draft, decimalsOf, unitsOfText } from '../draft.ts';
import { AmountText, NumberField } from '../number-field.tsx';
import texts from './amount.json' with { type: 'json' };
import { type ConditionForm, type FieldProps, type TrialProps, useWords, withWhen } from './condition-form.ts';

const units = ['none', 'usd', 'coin'] as const;
const scopes = ['wallet', 'workspace', 'member'] as const;

function Field(props: FieldProps) {
  const { draft, onChange } = props;
  const { word } = useWords(texts);
  const { amount } = draft.rule.when;
  return (
    <>
      <Choice
        label={word(`label.${draft.rule.type}`)}
        value={amount.unit}
        items={units.map((unit) => ({ value: unit, label: word(`unit.${unit}`) }))}
        onChange={(unit) => onChange(withWhen(draft, { amount: { ...amount, unit } }))}
      />
      {amount.unit !== 'none' && <Bounds {...props} />}
    </>
  );
}

function Bounds({ draft, faults, onChange }: FieldProps) {
  const { word, fault } = useWords(texts, faults);
  const { amount } = draft.rule.when;
  const put = (change: Partial<typeof amount>): void => onChange(withWhen(draft, { amount: { ...amount, ...change } }));
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <FormField label={word('over')} error={fault('amount')}>
        <AmountText value={draft.over} onAmount={(over) => onChange({ ...draft, over })} />
      </FormField>
      <FormField label={word('upTo')}>
        <AmountText value={draft.upTo} onAmount={(upTo) => onChange({ ...draft, upTo })} />
      </FormField>
      <FormField label={word('hours')} error={fault('hours')} hint={word('hoursHint')}>
        <TextInput
          inputMode="numeric"
          value={amount.hours}
          maxLength={3}
          onChange={({ target }) => put({ hours: target.value.replace(/\D/g, '') })}
        />
      </FormField>
      {amount.hours !== '0' && (
        <Choice
          label={word('scope')}
          value={amount.scope}
          items={scopes.map((scope) => ({ value: scope, label: word(`scope.${scope}`) }))}
          onChange={(scope) => put({ scope })}
        />
      )}
    </div>
  );
}

function Trial({ trial, onChange }: TrialProps) {
  const { word } = useWords(texts);
  const shared = { label: word(`try.${trial.type}`), trial, onChange };
  if (trial.type !== 'web3') return <NumberField {...shared} name="amount" />;
  return <NumberField {...shared} name="value" hint={word('tryHint')} />;
}

function boundFault({ over, upTo }: Draft, rule: SeniorRule, decimals: number): string | undefined {
  if (rule.when.amount.unit === 'none') return undefined;
  const [low, high] = [over, upTo].map((text) => unitsOfText(text.trim(), decimals));
  if (low === undefined || high === undefined) return 'amount';
  if (low === '' && high === '') return 'needBound';
  if (low !== '' && high !== '' && BigInt(low) >= BigInt(high)) return 'order';
  return rule.action === 'pass' && high === '' ? 'passBound' : undefined;
}

export const amount: ConditionForm = {
  texts,
  Field,
  Trial,
  faults: (draft, rule, coins) => ({
    amount: boundFault(draft, rule, decimalsOf(draft.rule, coins)),
    hours: /^(0|[1-9]\d?|[1-6]\d\d|7[01]\d|720)$/.test(rule.when.amount.hours) ? undefined : 'hours',
  }),
};
