import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typing } from '../lib/typed.ts';
import { cn } from './cn.ts';
import { TextInput } from './form.tsx';
import { useShortcuts } from './shortcuts.ts';
import { focusFirstRow } from './table/row-events.ts';

interface SearchBoxProps {
  /** What is searched for now; the box takes over what it is changed to from elsewhere. */
  readonly value: string | undefined;
  readonly label: string;
  readonly max?: number;
  /** undefined for an empty box. */
  readonly onSearch: (text: string | undefined) => void;
  readonly className?: string;
  /** Another box of the page has the `/`. */
  readonly second?: boolean;
  /** Only the whole of it is found: it is looked for on Enter alone. */
  readonly exact?: boolean;
  /** No number is found: one digit is as little as one letter. */
  readonly wordsOnly?: boolean;
  /** What is offered for what somebody types. */
  readonly children?: (box: TypedBox) => ReactNode;
}

/** A search box, as what is offered under it sees it. */
export interface TypedBox {
  /** What somebody has typed; '' where it came from elsewhere, or its characters are still being made. */
  readonly text: string;
  /** The box with what is under it. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Takes what is typed out of the box, but for the rest, which is searched for soon: whoever calls it changes the search. */
  readonly leave: (rest: string) => void;
}

const pauseMs = 250;
/** What is searched for while this is typed: one letter fits nearly everything, so it asks for nothing; one digit may be a whole number. */
const askedBy = (text: string, wordsOnly: boolean): string =>
  text.length > 1 || (!wordsOnly && /\d/.test(text)) ? text : '';

/** What is typed, and what was searched for last: a value that comes back from there later is no reason to take away what was typed since. */
function useTyped(value: string) {
  const [state, setState] = useState({ typed: value, sent: value, told: value, byHand: false });
  if (state.told !== value)
    setState({ ...state, told: value, ...(value === state.sent ? {} : { typed: value, sent: value, byHand: false }) });
  return {
    ...state,
    type: (typed: string) => setState((old) => ({ ...old, typed, byHand: true })),
    leave: (rest: string) => setState((old) => ({ ...old, typed: rest, sent: '' })),
    send: (sent: string) => setState((old) => ({ ...old, sent })),
  };
}

/** Down from the box leads into the list. */
function toFirstRow(event: KeyboardEvent): void {
  if (event.key === 'ArrowDown' && focusFirstRow()) event.preventDefault();
}

/** Searches while somebody types, and at once on Enter; `/` goes to it. */
export function SearchBox({
  value = '',
  label,
  max = 100,
  onSearch,
  className,
  second = false,
  exact = false,
  wordsOnly = false,
  children,
}: SearchBoxProps): ReactNode {
  const { t } = useTranslation();
  const frame = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { typed, sent, byHand, type, leave, send } = useTyped(value);
  /** Letters of which a character is made are no text yet. */
  const [composes, setComposes] = useState(false);
  useShortcuts(second ? [] : [{ key: '/', text: t('shortcuts.search'), run: () => input.current?.focus() }]);
  const search = (text: string): void => {
    send(text);
    onSearch(text || undefined);
  };
  const later = useRef(search);
  useEffect(() => {
    later.current = search;
  });
  const text = typed.trim();
  const asked = askedBy(text, wordsOnly);
  // A letter that Enter has asked for stays what is searched for.
  const isDue = !exact && !composes && text !== sent && asked !== sent;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => {
      typing.on = true;
      later.current(asked);
      typing.on = false;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isDue, asked]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search(wordsOnly ? asked : text);
  };
  return (
    <search ref={frame} className={cn('relative min-w-56 flex-1', className)}>
      <form onSubmit={submit}>
        <Search size={14} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-mut" />
        <TextInput
          ref={input}
          type="search"
          value={typed}
          maxLength={max}
          aria-label={label}
          placeholder={label}
          className="text-ellipsis pl-8"
          enterKeyHint="search"
          onChange={({ target }) => type(target.value)}
          onCompositionStart={() => setComposes(true)}
          onCompositionEnd={() => setComposes(false)}
          onKeyDown={toFirstRow}
        />
      </form>
      {children?.({ text: byHand && !composes ? text : '', frame, input, leave })}
    </search>
  );
}
