import { currentLanguage } from './i18n.ts';

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

/** Date and time with its zone, for hovering and details. */
export function absoluteTime(when: Date): string {
  return new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'long',
  }).format(when);
}

export const shortDate = (when: Date): string =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'short', day: 'numeric' }).format(when);

export const clockTime = (when: Date): string =>
  new Intl.DateTimeFormat(currentLanguage(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(when);
