import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../ui/form.tsx';

interface ListProps<V extends string> {
  readonly value: V;
  readonly items: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** The browser's own list, closed as our own are. @param rest what ties it to its label */
function List<V extends string>({
  value,
  items,
  onChange,
  ...rest
}: ListProps<V> & Omit<ComponentProps<'select'>, keyof ListProps<V>>): ReactNode {
  return (
    <span className="relative flex items-center">
      <select
        {...rest}
        className="box box-line cursor-pointer appearance-none truncate pr-8"
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
      <ChevronsUpDown size={13} aria-hidden className="pointer-events-none absolute right-3 text-mut" />
    </span>
  );
}

interface ChoiceProps<V extends string> extends ListProps<V> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** One of a few, in a form: the browser's own list. */
export function Choice<V extends string>({ label, hint, error, ...list }: ChoiceProps<V>): ReactNode {
  return (
    <Field label={label} error={error} hint={hint}>
      <List {...list} />
    </Field>
  );
}
