import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterChip } from './filters.tsx';
import { TextInput } from './form.tsx';

interface DaySpanProps {
  /** Days as `2026-11-21`, both included. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly onFirst: (day: string | undefined) => void;
  readonly onLast: (day: string | undefined) => void;
}

/** First and last day of what a list shows. */
export function DaySpan({ first, last, onFirst, onLast }: DaySpanProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Day label={t('common.from')} value={first} onChange={onFirst} />
      <Day label={t('common.until')} value={last} onChange={onLast} />
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function Day({ label, value, onChange }: DayProps): ReactNode {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-mut">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        className="w-auto"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
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
