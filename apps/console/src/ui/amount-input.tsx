import type { ReactNode } from 'react';
import { useAmountText } from '../lib/amount-text.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

interface AmountInputProps {
  readonly id?: string;
  readonly value: string;
  /** Plain decimal text; of what is no amount, what was written. */
  readonly onChange: (text: string) => void;
  /** What stands in the field, as it was written. */
  readonly onWritten?: (text: string) => void;
  readonly symbol: string;
  readonly placeholder?: string;
  readonly maxLabel?: string;
  readonly autoFocus?: boolean;
  readonly onMax?: () => void;
  /** After the coin: another way to write it. */
  readonly aside?: ReactNode;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
}

/** Exact decimal text with the coin and an optional Max. Never a number input: those round. */
export function AmountInput({
  value,
  onChange,
  onWritten,
  symbol,
  placeholder = '0',
  maxLabel,
  onMax,
  aside,
  ...rest
}: AmountInputProps): ReactNode {
  const { text, isWrong, ...events } = useAmountText(value, onChange, onWritten);
  const isInvalid = rest['aria-invalid'] || isWrong;
  return (
    <div
      className={cn(
        'flex h-10 items-center gap-2 rounded-md border bg-panel px-3 has-[input:focus-visible]:border-acc has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-acc/30',
        isInvalid ? 'border-bad' : 'border-line',
      )}
    >
      <input
        {...rest}
        {...events}
        aria-invalid={isInvalid}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        className="min-w-0 flex-1 bg-transparent font-medium text-lg outline-none placeholder:text-mut focus-visible:outline-none"
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
