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
