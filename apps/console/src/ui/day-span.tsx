import { CalendarDays } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDay } from '../lib/days.ts';
import { IconButton } from './button.tsx';
import type { FilterChip } from './filters.tsx';
import { TextInput } from './form.tsx';

interface DaySpanProps {
  /** Days as `2026-11-21`, both included. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly onFirst: (day: string | undefined) => void;
  readonly onLast: (day: string | undefined) => void;
  /** A form that is not sent while the days cross: it knows them as they stand in the fields. */
  readonly takesAny?: boolean;
}
/** What was made of the other day since this one waits, by its field: a link, or whatever clears a filter, means both days. */
type Written = { readonly day: string | undefined } | undefined;

/** First and last day of what a list shows. */
export function DaySpan({ first, last, onFirst, onLast, takesAny = false }: DaySpanProps): ReactNode {
  const { t } = useTranslation();
  const byHand = useRef<Written>(undefined);
  return (
    <span className="flex gap-2 max-md:flex-col">
      <Day
        label={t('common.from')}
        value={first}
        onChange={onFirst}
        byHand={byHand}
        other={last}
        fits={(day) => takesAny || last === undefined || day <= last}
        crossed={first !== undefined && last !== undefined && first > last}
      />
      <Day
        label={t('common.until')}
        value={last}
        onChange={onLast}
        byHand={byHand}
        other={first}
        fits={(day) => takesAny || first === undefined || day >= first}
      />
    </span>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly other: string | undefined;
  readonly byHand: RefObject<Written>;
  /** Beside the other day. */
  readonly fits: (day: string) => boolean;
  /** What came from elsewhere does not fit. */
  readonly crossed?: boolean;
}

const dayIn = (text: string): string | undefined => readDay(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

/** What is written and is no day that can be asked for; a day that does not fit the other one waits until that is changed beside it. */
function useWritten({ onChange, other, fits, byHand }: Pick<DayProps, 'onChange' | 'other' | 'fits' | 'byHand'>) {
  const [text, setText] = useState<string>();
  const waiting = text === undefined ? undefined : dayIn(text);
  const due = waiting !== undefined && fits(waiting) ? waiting : undefined;
  const later = useRef(onChange);
  useEffect(() => {
    later.current = onChange;
  });
  useEffect(() => {
    if (due === undefined) return;
    setText(undefined);
    if (byHand.current && byHand.current.day === other) later.current(due);
  }, [due, other, byHand]);
  const write = (next: string): void => {
    const day = dayIn(next);
    const asked = day !== undefined && fits(day);
    setText(asked || next === '' ? undefined : next);
    byHand.current = asked || next === '' ? { day } : undefined;
    if (byHand.current) onChange(day);
  };
  return { text, waits: waiting !== undefined, write };
}

/** Loaded when it is first said. */
function Crossed(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return t('tools:day.crossed');
}

/** Written with the year first, in every language and browser; the browser's own calendar is one press away. */
function Day({ label, value, onChange, other, byHand, fits, crossed = false }: DayProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const calendar = useRef<HTMLInputElement>(null);
  const { text, waits, write } = useWritten({ onChange, other, fits, byHand });
  const [left, setLeft] = useState(false);
  const beyond = waits || (crossed && text === undefined);
  const wrong = beyond || (left && text !== undefined);
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-mut">
        {label}
      </label>
      <span className="relative">
        <TextInput
          id={id}
          className="w-36 pr-8 tabular-nums"
          placeholder={t('common.dayForm')}
          maxLength={10}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-fault` : undefined}
          value={text ?? value ?? ''}
          onChange={({ target }) => write(target.value)}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
        />
        {wrong && (
          <span
            id={`${id}-fault`}
            role="alert"
            className="absolute top-full left-0 z-10 mt-1 whitespace-nowrap rounded-md bg-bads px-2 py-0.5 text-bad text-xs"
          >
            {beyond ? (
              <Suspense fallback={null}>
                <Crossed />
              </Suspense>
            ) : (
              t('common.noDay')
            )}
          </span>
        )}
        <input
          ref={calendar}
          type="date"
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none absolute inset-0 opacity-0"
          value={value ?? ''}
          onChange={({ target }) => write(target.value)}
        />
        <IconButton
          label={t('common.calendar', { label })}
          className="absolute inset-y-0 right-0.5 my-auto size-7"
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarDays aria-hidden />
        </IconButton>
      </span>
    </span>
  );
}

/** The same as what is being filtered by. */
export function useDayChips({ first, last, onFirst, onLast }: DaySpanProps): FilterChip[] {
  const { t } = useTranslation();
  return [
    first && { key: 'first', text: `${t('common.from')} ${first}`, onRemove: () => onFirst(undefined) },
    last && { key: 'last', text: `${t('common.until')} ${last}`, onRemove: () => onLast(undefined) },
  ].filter((chip) => typeof chip === 'object');
}
