import { batchStatus, orderStatus } from '@holdfast/contract';

/** How orders end, in the words of batches. */
const ends: Readonly<Record<number, number>> = {
  [orderStatus.systemRejected]: batchStatus.refused,
  [orderStatus.discarded]: batchStatus.failed,
};
/** What its order says of a batch all of whose rows it pays. */
export const batchStatusOf = (order: number): number => ends[order] ?? order;
/** The statuses of orders of such batches. */
export const orderStatusesOf = (batch: number): number[] =>
  Object.values(orderStatus).filter((status) => batchStatusOf(status) === batch);

/** The sub-status of an order that paid some of its rows and others not. */
export const partly = 'partly';

/** What became of a row that its contract left out. */
export const leftOut = { status: batchStatus.failed, reason: 'row_left_out' } as const;

/** Did it end, and nobody was paid? */
export const failed = (status: number): boolean => status > batchStatus.partlyDone;

/** A row as far as it could be read: who is paid what. */
export interface Read {
  /** From 1. */
  readonly row: number;
  readonly address: string;
  readonly memo: string;
  readonly amount: bigint;
}

/** Rows that pay the same again, each group in order. */
export function duplicatesAmong(rows: readonly Read[]): number[][] {
  const same = Map.groupBy(rows, ({ address, memo, amount }) => JSON.stringify([address, memo, String(amount)]));
  return [...same.values()].filter((group) => group.length > 1).map((group) => group.map(({ row }) => row));
}

/** Rows of which somebody has to say that they are meant: each that pays again what one before it pays, and each that looks like another address. */
export const oddRows = (duplicates: readonly (readonly number[])[], alike: readonly number[]): ReadonlySet<number> =>
  new Set([...duplicates.flatMap(([, ...again]) => again), ...alike]);
