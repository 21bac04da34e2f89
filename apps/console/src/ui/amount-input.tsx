import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

interface AmountInputProps {
  readonly id?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly symbol: string;
  readonly maxLabel?: string;
  readonly onMax?: () => void;
  /** After the coin: another way to write it. */
  readonly aside?: ReactNode;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
}

/**
 * What somebody typed or pasted → plain decimal text, or undefined when it holds anything that is no part of an amount. Grouping commas and spaces are
 * taken out; a single comma is a decimal comma only where no point is and not in front of exactly three digits.
 */
export function cleanAmount(text: string): string | undefined {
  const compact = text.trim().replace(/[\s\u00a0_']/g, '');
  const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(compact);
  const plain = grouped ? compact.replaceAll(',', '') : compact.replace(/^(\d*),(\d*)$/, '$1.$2');
  return /^\d*(\.\d*)?$/.test(plain) ? plain : undefined;
}

/** Exact decimal text with the coin and an optional Max. Never a number input: those round. */
export function AmountInput({ value, onChange, symbol, maxLabel, onMax, aside, ...rest }: AmountInputProps): ReactNode {
  return (
    <div
      className={cn(
        'flex h-10 items-center gap-2 rounded-md border bg-panel px-3 has-[input:focus-visible]:border-acc has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-acc/30',
        rest['aria-invalid'] ? 'border-bad' : 'border-line',
      )}
    >
      <input
        {...rest}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        className="min-w-0 flex-1 bg-transparent font-medium text-lg outline-none placeholder:text-mut focus-visible:outline-none"
        onChange={(event) => {
          const cleaned = cleanAmount(event.target.value);
          if (cleaned !== undefined) onChange(cleaned);
        }}
      />
      <span className="text-mut">{symbol}</span>
      {aside}
      {onMax && (
        <Button size="sm" variant="ghost" className="text-acc" onClick={onMax}>
          {maxLabel}
        </Button>
      )}
    </div>
  );
}
