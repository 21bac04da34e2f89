import type { ReactNode } from 'react';
import { useAmountText } from '../../lib/amount-text.ts';
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
    <AmountText value={trial[name]} onAmount={(text) => onChange({ [name]: text })} />
  </Field>
);

interface AmountTextProps {
  readonly value: string;
  readonly onAmount: (text: string) => void;
}

/** A line for an amount; the field around it gives the rest. */
export function AmountText({ value, onAmount, ...rest }: AmountTextProps): ReactNode {
  const { text, isWrong, ...events } = useAmountText(value, onAmount);
  return (
    <TextInput {...rest} {...events} inputMode="decimal" value={text} {...(isWrong && { 'aria-invalid': true })} />
  );
}
