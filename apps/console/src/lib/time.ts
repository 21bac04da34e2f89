import { currentLanguage } from './i18n.ts';
import { shownTimeZone } from './preferences.ts';

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** A format costs far more to make than to use: each is made once. */
export function keeping<F>(make: (language: string, timeZone: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const [language, timeZone] = [currentLanguage(), shownTimeZone()];
    const key = `${language} ${timeZone}`;
    const format = made.get(key) ?? make(language, timeZone);
    made.set(key, format);
    return format;
  };
}

const relative = keeping((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }));

/** Clocks on the page tick no oftener: what befell since the last tick is no future. */
const tickMs = 10_000;

/** The first one made loads the words of a language, which takes a phone 20 ms: apart from whatever says a time first. */
export const prepareTimes = (): void => void relative();

/** "3 minutes ago", in the interface's language. */
export function relativeTime(when: Date, now: number): string {
  const ahead = when.getTime() - now;
  const difference = ahead > 0 && ahead < tickMs ? 0 : ahead;
  // What would be rounded to 60 of the smaller unit is one of the greater.
  const rounded = (at: number): number => Math.abs(difference) + (steps[at + 1]?.[1] ?? 0) / 2;
  const [unit, size] = steps.find(([, ms], at) => rounded(at) >= ms) ?? (['second', 1_000] as const);
  return relative().format(Math.round(difference / size), unit);
}

/** In the interface's language and the chosen time zone. */
export function writtenWith(options: Intl.DateTimeFormatOptions): (when: Date) => string {
  const format = keeping((language, timeZone) => new Intl.DateTimeFormat(language, { timeZone, ...options }));
  return (when) => format().format(when);
}

const parts = keeping(
  (language, timeZone) =>
    new Intl.DateTimeFormat(language, {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
);

/** `2026-11-23 20:00:05 GMT+8`, for hovering and details: in one order everywhere, as the signers' pages and date fields have it. */
export function absoluteTime(when: Date): string {
  const of = Object.fromEntries(
    parts()
      .formatToParts(when)
      .map(({ type, value }) => [type, value]),
  );
  return `${of.year}-${of.month}-${of.day} ${of.hour}:${of.minute}:${of.second} ${of.timeZoneName}`;
}

export const shortDate = writtenWith({ month: 'short', day: 'numeric' });

export const clockTime = writtenWith({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
