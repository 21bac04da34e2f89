import { CalendarDays } from 'lucide-react';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDay } from '../lib/days.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import type { FilterChip } from './filters.tsx';
import { TextInput } from './form.tsx';

/** Behind the list. */
const UsualDays = lazyScreen(() => import('./usual-days.tsx'));
const CrossedDays = lazyScreen(async () => ({ default: (await import('./usual-days.tsx')).CrossedDays }));

/** Days as `2026-11-21`, both included. */
export interface Days {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

interface DaySpanProps extends Days {
  readonly onDays: (days: Days) => void;
  /** Beside a list that is narrow at any width: the fields share its line. */
  readonly narrow?: boolean;
}

/** First and last day of what a list shows. */
export function DaySpan({ first, last, onDays, narrow = false }: DaySpanProps): ReactNode {
  const { t } = useTranslation();
  /** What stands half-written in a field goes with the choice of a span. */
  const [chosen, setChosen] = useState(0);
  const choose = (days: Days): void => {
    setChosen(chosen + 1);
    onDays(days);
  };
  const crossed = first !== undefined && last !== undefined && first > last;
  return (
    <span className={narrow ? 'flex w-full gap-2 *:min-w-0' : 'flex gap-2 max-md:flex-col'}>
      <Day
        key={`from ${chosen}`}
        label={t('common.from')}
        value={first}
        onChange={(day) => onDays({ first: day, last })}
        crossed={crossed}
        narrow={narrow}
      />
      <Day
        key={`until ${chosen}`}
        label={t('common.until')}
        value={last}
        onChange={(day) => onDays({ first, last: day })}
        narrow={narrow}
      />
      <Suspense fallback={null}>
        <UsualDays onDays={choose} narrow={narrow} />
      </Suspense>
    </span>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  /** It is after the last one: nothing is of both. */
  readonly crossed?: boolean;
  readonly narrow: boolean;
}

/** Written with the year first, in every language and browser; the browser's own calendar is one press away. */
function Day({ label, value, onChange, crossed = false, narrow }: DayProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const calendar = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [left, setLeft] = useState(false);
  const none = left && text !== undefined;
  const wrong = none || (crossed && text === undefined);
  const write = (next: string): void => {
    const day = readDay(next.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
    setText(day === undefined && next !== '' ? next : undefined);
    if (day !== undefined || next === '') onChange(day);
  };
  return (
    <span className={cn('flex items-center', narrow ? 'flex-1 gap-1' : 'gap-1.5')}>
      <label htmlFor={id} className={narrow ? 'sr-only' : 'text-mut'}>
        {label}
      </label>
      <span className={cn('relative', narrow && 'min-w-0 flex-1')}>
        <TextInput
          id={id}
          className={cn('tabular-nums', narrow ? 'w-full pr-7 pl-2' : 'w-36 pr-8 max-md:w-full')}
          // Where there is no room for both, what the field is for.
          placeholder={narrow ? label : t('common.dayForm')}
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
            {none ? (
              t('common.noDay')
            ) : (
              <Suspense fallback={null}>
                <CrossedDays />
              </Suspense>
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
export function useDayChips({ first, last, onDays }: Omit<DaySpanProps, 'narrow'>): FilterChip[] {
  const { t } = useTranslation();
  return [
    first && { key: 'first', text: `${t('common.from')} ${first}`, onRemove: () => onDays({ first: undefined, last }) },
    last && { key: 'last', text: `${t('common.until')} ${last}`, onRemove: () => onDays({ first, last: undefined }) },
  ].filter((chip) => typeof chip === 'object');
}
