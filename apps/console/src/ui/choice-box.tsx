import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { useOutside } from './use-outside.ts';

export interface ChoiceBoxProps {
  readonly id?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly className?: string | undefined;
  readonly 'aria-label'?: string | undefined;
}
/** A box that says what is chosen and opens what it is chosen by under it: a `ChoiceList`, what has one, or a small form. */
export function ChoiceBox({
  name,
  placeholder,
  className,
  opens,
  children,
  ...labels
}: ChoiceBoxProps & {
  /** What is under it, where it is no list. */
  readonly opens?: 'dialog';
  /** What is chosen; undefined where nothing is. */
  readonly name: string | undefined;
  /** What opens: the id of the list, and what leads back to the box. */
  readonly children: (listId: string, close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const listId = useId();
  useOutside(frame, isOpen, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    <div ref={frame} className={cn('relative', className)}>
      <button
        {...labels}
        ref={trigger}
        type="button"
        role="combobox"
        aria-haspopup={opens}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        className="box box-line flex w-full items-center justify-between gap-2 text-left"
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <bdi className={cn('truncate', name === undefined && 'text-mut')}>{name ?? placeholder}</bdi>
        <ChevronsUpDown size={13} className="shrink-0 text-mut" aria-hidden />
      </button>
      {isOpen && children(listId, close)}
    </div>
  );
}
