import { keeping, writtenWith } from './time.ts';

/** A day in words, which is another text each day, by the chosen time zone. */
export const dayName = writtenWith({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

const nearDays = keeping((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
/** "Today", "Yesterday", "Friday, November 21, 2026". */
export function dayWords(when: Date, now: number): string {
  const day = dayName(when);
  const near = [0, -1].find((days) => dayName(new Date(now + days * 86_400_000)) === day);
  if (near === undefined) return day;
  const said = nearDays().format(near, 'day');
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}
