import { dayOf, readDay } from './days.ts';

/** Days as `2026-11-21`, both included. */
interface Span {
  readonly first: string;
  readonly last: string;
}

const months = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, at, 1))),
).map((name) => name.toLowerCase());
/** `nov`, `sept` or `november`, as the number of a month from 1; undefined for what names none. Fewer letters may mean another word. */
function monthCalled(word: string): number | undefined {
  const at = word.length < 3 ? -1 : months.findIndex((name) => name.startsWith(word.toLowerCase().replace(/\.$/, '')));
  return at < 0 ? undefined : at + 1;
}

interface Written {
  readonly year: number | undefined;
  readonly month: number;
  /** Missing for the whole month. */
  readonly day: number | undefined;
}
const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** The signs for them in Chinese. */
const sign = { year: '\u5e74', month: '\u6708', day: '\u65e5' };
/** Of this century: `1200-11` is no month. A point would be that of an amount. */
const numbers = new RegExp(
  `^(20\\d{2})[-/${sign.year}](\\d{1,2})(?:[-/${sign.month}](\\d{1,2})${sign.day}?|${sign.month})?$`,
);
/** A day before its month, with points alone: other signs may stand in either order. */
const pointed = /^(\d{1,2})\.(\d{1,2})\.(20\d{2})$/;
const chinese = new RegExp(`^(\\d{1,2})${sign.month}(?:(\\d{1,2})${sign.day}?)?$`);
const dayFirst = /^(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3,9}\.?)(?:,?\s+(\d{4}))?$/i;
const monthFirst = /^([a-z]{3,9}\.?)\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?$/i;

function read(text: string): Written | undefined {
  const [, year, month, day] = numbers.exec(text) ?? [];
  if (year && month) return { year: Number(year), month: Number(month), day: numberOf(day) };
  const [, ofMonth, inMonth, inYear] = pointed.exec(text) ?? [];
  if (inMonth) return { year: Number(inYear), month: Number(inMonth), day: Number(ofMonth) };
  const [, alone, itsDay] = chinese.exec(text) ?? [];
  if (alone) return { year: undefined, month: Number(alone), day: numberOf(itsDay) };
  const [, before, name = '', itsYear] = dayFirst.exec(text) ?? [];
  const called = monthCalled(name);
  if (called) return { year: numberOf(itsYear), month: called, day: numberOf(before) };
  const [, first = '', after, last] = monthFirst.exec(text) ?? [];
  const named = monthCalled(first);
  return named && after ? { year: numberOf(last), month: named, day: Number(after) } : undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');
/** Undefined where the month has no such day, or there is no such month. */
function spanOf(year: number, { month, day }: Written): Span | undefined {
  const start = `${year}-${two(month)}`;
  const first = readDay(`${start}-${two(day ?? 1)}`);
  // `Date.parse` takes the 30th of February for a day of March.
  if (first === undefined || new Date(`${first}T00:00:00Z`).toISOString().slice(0, 10) !== first) return undefined;
  const last = day === undefined ? `${start}-${two(new Date(year, month, 0).getDate())}` : first;
  return { first, last };
}

/**
 * A day or a month that somebody writes as words to search for: `2026-11-30`, `30 Nov`, `Nov 30, 2026`, `November`, `2026-11`, and as Chinese writes them. Without a year the last
 * one is meant that has begun; what may mean two days, as `11/12`, is none.
 */
export function daysIn(words: string, now: Date): Span | undefined {
  const written = read(words.trim());
  if (!written) return undefined;
  const { year = now.getFullYear() } = written;
  const span = spanOf(year, written);
  const isAhead = written.year === undefined && span !== undefined && span.first > dayOf(now);
  return isAhead ? spanOf(year - 1, written) : span;
}

export const daysText = ({ first, last }: Span): string => (first === last ? first : `${first} – ${last}`);
