import type { SeniorRule } from '@holdfast/policy';
import { useState } from 'react';
import { Field as Labelled, TextInput } from '../../../ui/form.tsx';
import { type ConditionForm, type FieldProps, useWords, withWhen } from './condition-form.ts';
import texts from './loss.json' with { type: 'json' };

type Loss = NonNullable<SeniorRule['when']['loss']>;
const none: Loss = { over: '', upTo: '' };
/** What is no percentage is kept as it was typed, for whoever looks at faults. */
const typed = /^(\d{1,2})(?:\.(\d{1,2}))?$/;

/** `1.5` is 150 hundredths of a percent. */
function hundredthsOf(text: string): string {
  const [, whole = '', part = ''] = typed.exec(text.trim()) ?? [];
  return whole === '' ? text.trim() : String(Number(whole) * 100 + Number(part.padEnd(2, '0')));
}
const percentOf = (hundredths: string): string =>
  /^\d+$/.test(hundredths) ? String(Number(hundredths) / 100) : hundredths;

interface PercentProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly onChange: (hundredths: string) => void;
}
function Percent({ label, value, error, hint, onChange }: PercentProps) {
  const [text, setText] = useState(percentOf(value));
  return (
    <Labelled label={label} error={error} hint={hint}>
      <TextInput
        inputMode="decimal"
        value={text}
        maxLength={5}
        onChange={({ target }) => {
          setText(target.value);
          onChange(hundredthsOf(target.value));
        }}
      />
    </Labelled>
  );
}

function Field({ draft, faults, onChange }: FieldProps) {
  const { word, fault } = useWords(texts, faults);
  if (draft.rule.type !== 'trade') return null;
  const { loss = none } = draft.rule.when;
  const put = (change: Partial<Loss>): void => onChange(withWhen(draft, { loss: { ...loss, ...change } }));
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <Percent
        label={word('over')}
        hint={word('hint')}
        error={fault('loss')}
        value={loss.over}
        onChange={(over) => put({ over })}
      />
      <Percent label={word('upTo')} value={loss.upTo} onChange={(upTo) => put({ upTo })} />
    </div>
  );
}

/** What a transaction that somebody imagines brings nobody says: rules that bound it may speak of it. */
const Trial = () => null;

const bound = /^(?:|0|[1-9]\d{0,3})$/;
function faultOf({ type, action, when: { loss = none } }: SeniorRule): string | undefined {
  const { over, upTo } = loss;
  if (type !== 'trade' || (over === '' && upTo === '')) return undefined;
  if (!bound.test(over) || !bound.test(upTo)) return 'bound';
  if (over !== '' && upTo !== '' && BigInt(over) >= BigInt(upTo)) return 'order';
  return action === 'pass' && upTo === '' ? 'passBound' : undefined;
}

export const loss: ConditionForm = {
  texts,
  Field,
  Trial,
  faults: (_, rule) => ({ loss: faultOf(rule) }),
};
