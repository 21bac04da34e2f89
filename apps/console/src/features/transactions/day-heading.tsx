import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayWords } from '../../lib/day-words.ts';
import { Usd } from '../../ui/display.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { DayOfRows } from './days.ts';

/** Stands above the rows of a day: which, and what came in and went out on it. */
export function DayHeading({ day }: { day: DayOfRows }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(60_000);
  return (
    <span className="flex justify-between gap-3">
      <span>{dayWords(day.when, now)}</span>
      <span className="flex gap-3 tabular-nums">
        {day.in !== null && (
          <span title={t('tx.day.in')}>
            <span className="font-normal text-mut max-md:sr-only">{t('tx.day.in')} </span>+<Usd value={day.in} />
          </span>
        )}
        {day.out !== null && (
          <span title={t('tx.day.out')}>
            <span className="font-normal text-mut max-md:sr-only">{t('tx.day.out')} </span>−<Usd value={day.out} />
          </span>
        )}
      </span>
    </span>
  );
}
