import { currentLanguage } from './i18n.ts';
import { shownTimeZone } from './preferences.ts';

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** "3 minutes ago", in the interface's language. */
export function relativeTime(when: Date, now: number): string {
  const difference = when.getTime() - now;
  const [unit, size] = steps.find(([, ms]) => Math.abs(difference) >= ms) ?? (['second', 1_000] as const);
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto', style: 'short' });
  return format.format(Math.round(difference / size), unit);
}

/** In the interface's language and the chosen time zone. */
const written = (when: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLanguage(), { timeZone: shownTimeZone(), ...options }).format(when);

/** Date and time with its zone, for hovering and details. */
export const absoluteTime = (when: Date): string => written(when, { dateStyle: 'medium', timeStyle: 'long' });

export const shortDate = (when: Date): string => written(when, { month: 'short', day: 'numeric' });

export const clockTime = (when: Date): string =>
  written(when, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
