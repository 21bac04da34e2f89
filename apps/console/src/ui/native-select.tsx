import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface NativeSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly items: readonly { readonly value: string; readonly label: string }[];
}

/** A quiet choice inside a line of text: the browser's own list, so that it costs nothing before it is used. */
export function NativeSelect({ label, value, onValueChange, items }: NativeSelectProps): ReactNode {
  return (
    <span className="relative inline-flex min-w-0 items-center rounded-md hover:bg-hov">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="field-sizing-content h-7 min-w-0 max-w-64 cursor-pointer appearance-none truncate rounded-md bg-transparent pr-6 pl-1.5"
      >
        {items.map((item) => (
          <option key={item.value} value={item.value} className="bg-raise text-fg">
            {item.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown size={13} aria-hidden className="pointer-events-none absolute right-1.5 text-mut" />
    </span>
  );
}
