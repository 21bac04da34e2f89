/** A day as addresses and date fields write it, `2026-11-21`; undefined for what is none. */
export const readDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Midnight of a day by the browser's clock, `after` days later. */
export function midnight(text: string, after = 0): Date {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, date + after);
}

/** What is asked of the server for days that are both included: from the first one's midnight until before the midnight after the last one. */
export const daySpan = (first: string | undefined, last: string | undefined) => ({
  ...(first ? { start: midnight(first) } : {}),
  ...(last ? { end: midnight(last, 1) } : {}),
});

/** The day of a moment by the browser's clock. */
export const dayOf = (when: Date): string =>
  [when.getFullYear(), when.getMonth() + 1, when.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Spans of days that are asked for oftener than others, the present day included. */
export function usualDays(now: Date) {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const span = (from: Date, until: Date) => ({ first: dayOf(from), last: dayOf(until) });
  return [
    { name: 'today', ...span(now, now) },
    { name: 'yesterday', ...span(new Date(year, month, date - 1), new Date(year, month, date - 1)) },
    { name: 'week', ...span(new Date(year, month, date - 6), now) },
    { name: 'month', ...span(new Date(year, month, 1), now) },
    { name: 'lastMonth', ...span(new Date(year, month - 1, 1), new Date(year, month, 0)) },
    { name: 'year', ...span(new Date(year, 0, 1), now) },
  ] as const;
}
