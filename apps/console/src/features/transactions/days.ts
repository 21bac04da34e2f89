import { isOrderType, orderStatus, type TransactionRecord, transactionType } from '@holdfast/contract';
import { add } from '@holdfast/money';
import { depositStatus } from './view.ts';

/** The rows of one day, with what came in and went out on it. */
export interface DayOfRows {
  /** Index of its first row. */
  readonly at: number;
  readonly when: Date;
  /** US dollars of what is final; null where nothing is, where one of them has no price, and where the day goes on on another page. */
  readonly in: string | null;
  readonly out: string | null;
}
interface Whole {
  /** Does the first day begin on this page, and end the last one here? */
  readonly first: boolean;
  readonly last: boolean;
}

export const isFinal = ({ type, status }: Pick<TransactionRecord, 'type' | 'status'>): boolean =>
  status === (isOrderType(type) ? orderStatus.done : depositStatus.credited);
/** NFTs are no money: they are in no sum, and make none uncertain. */
const isMoney = ({ type }: TransactionRecord): boolean => type !== transactionType.nft;

/** The sum of a direction; null as soon as one of them is worth nobody knows what: a sum without it would be false. */
function sumOf(
  rows: readonly TransactionRecord[],
  direction: 'in' | 'out',
  worth: (row: TransactionRecord) => string | null,
): string | null {
  const counted = rows.filter((row) => row.direction === direction && isMoney(row) && isFinal(row)).map(worth);
  if (counted.length === 0 || counted.includes(null)) return null;
  return counted.reduce<string>((sum, value) => add(sum, value ?? '0'), '0');
}

/**
 * Rows by the day they are of, in their order.
 * @param dayOf a text that differs from day to day, as the reader's clock has it
 * @param worth in US dollars when it was final
 */
export function daysOf(
  rows: readonly TransactionRecord[],
  dayOf: (when: Date) => string,
  worth: (row: TransactionRecord) => string | null,
  whole: Whole,
): DayOfRows[] {
  const starts = rows.flatMap(({ created_at }, at) => {
    const before = rows[at - 1];
    return before && dayOf(before.created_at) === dayOf(created_at) ? [] : [{ at, when: created_at }];
  });
  return starts.map(({ at, when }, n) => {
    const next = starts[n + 1]?.at;
    const own = rows.slice(at, next);
    const isWhole = (n > 0 || whole.first) && (next !== undefined || whole.last);
    return {
      at,
      when,
      in: isWhole ? sumOf(own, 'in', worth) : null,
      out: isWhole ? sumOf(own, 'out', worth) : null,
    };
  });
}
