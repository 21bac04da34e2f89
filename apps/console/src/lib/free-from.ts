import { clockTime, shortDate } from './time.ts';

const minuteMs = 60_000;

/** From when on a payee can be paid, to the minute and never too early: the same wherever it is told. */
export function freeFrom(when: Date): string {
  const whole = new Date(Math.ceil(when.getTime() / minuteMs) * minuteMs);
  return `${shortDate(whole)}, ${clockTime(whole)}`;
}
