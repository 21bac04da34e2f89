import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

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
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex items-center justify-between gap-3">
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
  return <input autoComplete="off" spellCheck={false} {...rest} className={cn('box box-line', className)} />;
}

const codeDigits = 6;
/** What somebody types into a `CodeInput`, without what is no digit. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** The code of an authenticator app. */
export function CodeInput(props: ComponentProps<'input'>): ReactNode {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={codeDigits} {...props} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return <textarea rows={2} {...rest} className={cn('box', 'min-h-16 resize-y py-2', className)} />;
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
