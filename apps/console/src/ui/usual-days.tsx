import { CalendarRange, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usualDays } from '../lib/days.ts';
import { cn } from './cn.ts';
import { Menu } from './menu.tsx';

interface UsualDaysProps {
  /** Days as `2026-11-21`, both included. */
  readonly onDays: (days: { readonly first: string; readonly last: string }) => void;
  readonly narrow: boolean;
}

/** Spans that people ask for oftener than for others. */
export default function UsualDays({ onDays, narrow }: UsualDaysProps): ReactNode {
  const { t } = useTranslation();
  const label = t('day.usual');
  return (
    <Menu
      label={label}
      heading={label}
      trigger={
        <>
          {!narrow && <span className="md:hidden">{label}</span>}
          <ChevronDown size={15} aria-hidden />
        </>
      }
      triggerClassName={cn(
        'flex h-8 min-w-8 items-center justify-center rounded-md text-mut hover:bg-hov hover:text-fg',
        // In a sheet of filters, a line as the other filters have.
        !narrow && 'max-md:w-full max-md:justify-between max-md:border max-md:border-line max-md:px-3',
      )}
      items={usualDays(new Date()).map(({ name, ...days }) => ({
        key: name,
        text: t(`day.${name}`),
        icon: <CalendarRange aria-hidden />,
        run: () => onDays(days),
      }))}
    />
  );
}

/** The first day is after the last one. */
export function CrossedDays(): ReactNode {
  const { t } = useTranslation();
  return t('day.crossed');
}
