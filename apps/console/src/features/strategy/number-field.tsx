import type { ReactNode } from 'react';
import { Field, TextInput } from '../../ui/form.tsx';
import type { Trial } from './trial-input.ts';

interface NumberProps {
  readonly label: string;
  readonly name: 'amount' | 'value' | 'price' | 'spent';
  readonly hint?: string;
  readonly trial: Trial;
  readonly onChange: (change: Partial<Trial>) => void;
}

/** A number of the transaction that somebody imagines. */
export const NumberField = ({ label, name, hint, trial, onChange }: NumberProps): ReactNode => (
  <Field label={label} hint={hint}>
    <TextInput
      inputMode="decimal"
      value={trial[name]}
      onChange={({ target }) => onChange({ [name]: target.value.replace(/[^\d.]/g, '') })}
    />
  </Field>
);
