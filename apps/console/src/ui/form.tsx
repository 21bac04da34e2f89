import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

const box =
  'w-full rounded-md border border-line bg-panel px-3 text-sm outline-none transition-colors placeholder:text-mut focus-visible:border-acc focus-visible:outline-2 focus-visible:outline-acc/30 focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

interface FieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Right of the label: a counter, a balance. */
  readonly aside?: ReactNode;
  readonly children: ReactElement<{ id?: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }>;
}

/** Label, control, then error or hint; all tied together for assistive technology. */
export function Field({ label, error, hint, aside, children }: FieldProps): ReactNode {
  const id = useId();
  const note = error ?? hint;
  const control = cloneElement(children, {
    id,
    'aria-invalid': Boolean(error),
    ...(note ? { 'aria-describedby': `${id}-note` } : {}),
  });
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside && <span className="text-mut text-xs">{aside}</span>}
      </div>
      {control}
      {note && (
        <div
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={cn('text-xs', error ? 'text-bad' : 'text-mut')}
        >
          {note}
        </div>
      )}
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input autoComplete="off" spellCheck={false} {...rest} className={cn(box, 'h-8', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return <textarea rows={2} {...rest} className={cn(box, 'min-h-16 resize-y py-2', className)} />;
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { readonly label: ReactNode };

export function Checkbox({ label, className, ...rest }: CheckboxProps): ReactNode {
  return (
    <label className={cn('flex cursor-pointer items-start gap-2', className)}>
      <input {...rest} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-[var(--btn)]" />
      <span>{label}</span>
    </label>
  );
}

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
      <Base.Trigger {...rest} className={cn(box, 'flex h-8 items-center justify-between gap-2 text-left', className)}>
        <span className="flex min-w-0 items-center gap-2">
          {selected?.icon}
          <span className={cn('truncate', !selected && 'text-mut')}>{selected?.label ?? placeholder}</span>
          {selected?.detail && <span className="truncate text-mut">{selected.detail}</span>}
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
