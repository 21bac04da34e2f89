import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export interface SelectItem {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly detail?: string;
}

interface SelectProps {
  readonly id?: string;
  readonly value: string | null;
  readonly onValueChange: (value: string) => void;
  readonly items: readonly SelectItem[];
  readonly placeholder?: string;
  readonly className?: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
}

/** One of several, in a list that opens; arrow keys and typing choose. */
export function Select({
  value,
  onValueChange,
  items,
  placeholder = '',
  className,
  disabled = false,
  ...rest
}: SelectProps): ReactNode {
  const selected = items.find((item) => item.value === value);
  return (
    <Base.Root value={value} onValueChange={(next) => next !== null && onValueChange(next)} disabled={disabled}>
      <Base.Trigger
        {...rest}
        className={cn('box box-line flex items-center justify-between gap-2 text-left', className)}
      >
        <span className="flex min-w-0 items-center gap-2">
          {selected?.icon}
          <span className={cn('truncate', !selected && 'text-mut')}>{selected?.label ?? placeholder}</span>
          {selected?.detail && <span className="shrink-99 truncate text-mut">{selected.detail}</span>}
        </span>
        <ChevronsUpDown size={13} className="text-mut" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="fade-in max-h-72 min-w-[var(--anchor-width)] overflow-auto rounded-lg border border-line bg-raise p-1 shadow-lg outline-none">
            {items.map((item) => (
              <Base.Item
                key={item.value}
                value={item.value}
                className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm outline-none data-[highlighted]:bg-hov"
              >
                {item.icon}
                <Base.ItemText>{item.label}</Base.ItemText>
                {item.detail && <span className="text-mut">{item.detail}</span>}
                <Base.ItemIndicator className="ml-auto">
                  <Check size={13} aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
