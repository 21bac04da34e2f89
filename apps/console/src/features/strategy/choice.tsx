import type { ReactNode } from 'react';
import { Field } from '../../ui/form.tsx';

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value: V;
  readonly items: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** One of a few, in a form: the browser's own list. */
export function Choice<V extends string>({ label, hint, error, value, items, onChange }: ChoiceProps<V>): ReactNode {
  return (
    <Field label={label} error={error} hint={hint}>
      <select
        className="box box-line w-full"
        value={value}
        onChange={({ target }) => {
          const chosen = items.find((item) => item.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {items.map((item) => (
          <option key={item.value} value={item.value} className="bg-raise text-fg">
            {item.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
