import type { ChannelChoice, NoticeKind } from '@holdfast/contract';

const dayMinutes = 1_440;
const minuteMs = 60_000;

/** Said at once, at night too: whoever hears of it late can do less. */
const urgent: ReadonlySet<NoticeKind> = new Set(['safety', 'login']);

/** Minutes since midnight in a zone; in UTC where the zone is none. */
export function minuteOf(time: Date, zone: string): number {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const known = Intl.supportedValuesOf('timeZone').includes(zone) ? zone : 'UTC';
  const [hour = 0, minute = 0] = format(known).format(time).split(':').map(Number);
  return hour * 60 + minute;
}

/** The next time that it is this minute of the day; an hour off on the two days of a year that are longer or shorter. */
const next = (from: Date, now: number, minute: number): Date =>
  new Date(from.getTime() + ((minute - now + dayMinutes) % dayMinutes) * minuteMs);

const isBetween = (minute: number, { from, to }: NonNullable<ChannelChoice['quiet']>): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;

/** When a channel is to tell of something of this kind that happened at `now`. */
export function dueAt({ zone, digest, quiet }: ChannelChoice, kind: NoticeKind, now: Date): Date {
  if (urgent.has(kind)) return now;
  const minute = minuteOf(now, zone);
  const due = digest === null ? now : next(now, minute, digest);
  const then = digest ?? minute;
  return quiet && isBetween(then, quiet) ? next(due, then, quiet.to) : due;
}

interface Noticed {
  readonly kind: NoticeKind;
  readonly sub_wallet_id: number | null;
}
/** Does this channel tell of it? */
export const tells = ({ kinds, wallets }: ChannelChoice, { kind, sub_wallet_id: wallet }: Noticed): boolean =>
  kinds.includes(kind) && (wallets.length === 0 || wallet === null || wallets.some((one) => one === wallet));

/** The pause after so many failures in a row: from two seconds to an hour. */
export const pauseMs = (failures: number): number => Math.min(2 ** Math.min(failures, 20) * 1_000, 3_600_000);

/** What could not be sent for so long is sent no more: the bell has it. */
export const patienceMs = 24 * 3_600_000;
