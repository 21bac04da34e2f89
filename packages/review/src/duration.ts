/** So long, in whole units. */
export interface Duration {
  readonly unit: 'days' | 'hours' | 'minutes';
  readonly count: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long `ms` milliseconds are, rounded up: what binds somebody is never told as shorter than it is. */
export function durationUp(ms: number): Duration {
  if (ms >= 2 * day) return { unit: 'days', count: Math.ceil(ms / day) };
  if (ms >= 2 * hour) return { unit: 'hours', count: Math.ceil(ms / hour) };
  return { unit: 'minutes', count: Math.ceil(ms / minute) };
}
