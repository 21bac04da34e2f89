import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/form.tsx';
import { Honest } from '../../ui/honest.tsx';

interface TicksProps {
  readonly legend: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** Any of a few: a group of boxes under one name. */
export function Ticks({ legend, hint, error, options, chosen, onChange }: TicksProps): ReactNode {
  const known = new Set(options.map(({ value }) => value));
  // What a rule names and is not offered any more stays visible, so that it can be taken out.
  const all = [...options, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
  const toggle = (value: string): void =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex max-h-52 flex-wrap gap-x-4 gap-y-1.5 overflow-auto">
        {all.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            label={<Honest className="break-all" text={label} />}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      ) : (
        hint && <p className="text-mut text-xs">{hint}</p>
      )}
    </fieldset>
  );
}
