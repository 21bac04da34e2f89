import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useBack } from './use-back.ts';
import { useOutside } from './use-outside.ts';

export interface MenuItem {
  readonly key: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly triggerClassName: string;
  /** Above the items; not one of them. */
  readonly heading: string;
  readonly items: readonly MenuItem[];
  /** Open from the start: it was loaded because somebody asked for it. */
  readonly initiallyOpen?: boolean;
}

/** Where an arrow, Home or End leads from item `at` of `count`; undefined for other keys. */
function target(key: string, at: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  const next = moves[key];
  return next === undefined ? undefined : (next + count) % count;
}

function Item({ item, onRun }: { item: MenuItem; onRun: () => void }): ReactNode {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hov focus-visible:bg-hov [&_svg]:size-3.5"
      onClick={onRun}
    >
      {item.icon}
      {item.text}
    </button>
  );
}

/** A button with a short menu under it (WAI-ARIA menu button): arrows move, Escape, Tab and a click outside close. */
export function Menu({
  label,
  trigger,
  triggerClassName,
  heading,
  items,
  initiallyOpen = false,
}: MenuProps): ReactNode {
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = (): HTMLElement[] => [...(frame.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useOutside(frame, open, () => setOpen(false));
  useBack(open, () => setOpen(false));
  useEffect(() => {
    if (open) frame.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const list = entries();
    const next = target(event.key, list.indexOf(document.activeElement as HTMLElement), list.length);
    if (next !== undefined) {
      event.preventDefault();
      list[next]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      setOpen(false);
      button.current?.focus();
    }
  };
  const run = (item: MenuItem): void => {
    setOpen(false);
    button.current?.focus();
    item.run();
  };
  return (
    <div ref={frame} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        className={triggerClassName}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div className="fade-in absolute top-full right-0 z-50 mt-1.5 min-w-48 rounded-lg border border-line bg-raise p-1 shadow-lg">
          <p id={id} className="truncate px-2 py-1.5 text-mut text-xs">
            <bdi>{heading}</bdi>
          </p>
          <div role="menu" aria-labelledby={id} onKeyDown={onKeyDown} tabIndex={-1}>
            {items.map((item) => (
              <Item key={item.key} item={item} onRun={() => run(item)} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
