import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useBack } from './use-back.ts';
import { useOutside } from './use-outside.ts';

interface PopoverProps {
  readonly icon: ReactNode;
  readonly text: string;
  /** Gets a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a small panel under it; Escape and anything outside close it, and the focus goes back to the button. */
export function Popover({ icon, text, children }: PopoverProps): ReactNode {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useOutside(frame, open, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  useBack(open, close);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector<HTMLElement>('input:enabled, button')?.focus();
    /** Heard before whatever lies under it: Escape closes what is on top. */
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, [open]);
  return (
    <div ref={frame} className="relative">
      <Button aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {icon}
        {text}
      </Button>
      {open && (
        <section
          id={id}
          ref={panel}
          aria-label={text}
          className="fade-in absolute top-full right-0 z-30 mt-1.5 min-w-52 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raise p-2 shadow-lg"
        >
          {children(close)}
        </section>
      )}
    </div>
  );
}
