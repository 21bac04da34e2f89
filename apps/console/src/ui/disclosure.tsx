import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface DisclosureProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly triggerClassName: string;
  /** What is shown; `close` gives the focus back to the trigger. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that shows a small panel under it. Escape, a click outside or leaving it by Tab closes it (WAI-ARIA disclosure). */
export function Disclosure({ label, trigger, triggerClassName, children }: DisclosureProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', outside);
    addEventListener('focusin', outside);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', outside);
      removeEventListener('focusin', outside);
      removeEventListener('keydown', onKey);
    };
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={frame} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className={triggerClassName}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      <div
        id={id}
        hidden={!open}
        className="fade-in absolute top-full right-0 z-50 mt-1.5 min-w-48 rounded-lg border border-line bg-raise p-1 shadow-lg"
      >
        {open && children(close)}
      </div>
    </div>
  );
}
