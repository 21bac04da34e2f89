import { type ChainConfig, familyOf } from '@holdfast/chains';
import { maxBatchRows } from '@holdfast/contract';
import type { Order, OrderKind } from '../../orders/service.ts';
import { batchStatusOf, failed, leftOut, partly } from './rules.ts';

/** What became of a row. */
export interface RowStand {
  /** As those of batches. */
  readonly status: number;
  readonly txid: string;
  /** Why it was not paid, as the sub-statuses of orders are called; '' otherwise. */
  readonly reason: string;
}
/** An order of one row, where each has one. */
export type RowOrder = Pick<Order, 'status' | 'sub_status' | 'txid'>;
export interface BatchOrder extends Pick<Order, 'id' | 'status' | 'sub_status' | 'txid' | 'left_out'> {
  /** In order; none where its rows have no orders, or do not have them yet. */
  readonly rowOrders: readonly RowOrder[];
}

/** How the rows of a batch are paid. Which ways a chain has is said by the chain's family, never by its name. */
export interface WayOfPaying {
  /** How many rows it pays on this chain; fewer than two where it does not. */
  readonly maxRows: (chain: ChainConfig) => number;
  /** Does a contract pay them? Then members choose it. */
  readonly byContract: boolean;
  /** The order that asks for so many. */
  readonly kindOf: (chain: ChainConfig, rows: number) => OrderKind;
  /** How many transactions pay so many rows. */
  readonly transactions: (rows: number) => number;
  /** Of each row, in order. */
  readonly standOf: (order: BatchOrder, rows: number) => readonly RowStand[];
}

function standOfOrder({ status: of, sub_status, txid }: RowOrder): RowStand {
  const status = batchStatusOf(of);
  return { status, txid: txid ?? '', reason: failed(status) ? sub_status : '' };
}

/** Every row is an output of one transaction: all are paid, or none. */
const outputs: WayOfPaying = {
  maxRows: (chain) => {
    const { disperse } = familyOf(chain);
    return disperse?.contract === '' ? Math.min(disperse.maxRows, maxBatchRows) : 0;
  },
  byContract: false,
  // As few as any payment may have are a payment, which can be made once more for a higher fee.
  kindOf: (chain, rows) => (rows > familyOf(chain).maxOutputs ? 'disperse' : 'withdraw'),
  transactions: () => 1,
  standOf: (order, rows) => Array.from({ length: rows }, () => standOfOrder(order)),
};

/** One transaction calls a contract that pays each row, or leaves it out and says so. */
const contract: WayOfPaying = {
  maxRows: (chain) => {
    const { disperse } = familyOf(chain);
    return disperse && disperse.contract !== '' ? Math.min(disperse.maxRows, maxBatchRows) : 0;
  },
  byContract: true,
  kindOf: () => 'disperse',
  transactions: () => 1,
  standOf: (order, rows) => {
    const whole = standOfOrder(order.sub_status === partly ? { ...order, sub_status: 'final' } : order);
    const out = new Set(order.left_out);
    const leftBehind: RowStand = { ...whole, ...leftOut };
    return Array.from({ length: rows }, (_, at) => (out.has(at) ? leftBehind : whole));
  },
};

/** Each row is paid by a transaction of its own, all by one approval: some may be paid and others not. */
const single: WayOfPaying = {
  maxRows: (chain) => (familyOf(chain).maxOutputs === 1 ? maxBatchRows : 0),
  byContract: false,
  kindOf: () => 'batch',
  transactions: (rows) => rows,
  standOf: (order, rows) => Array.from({ length: rows }, (_, at) => standOfOrder(order.rowOrders[at] ?? order)),
};

/** The first that can pay on a chain does, and a contract where members chose it. */
const ways: readonly WayOfPaying[] = [outputs, single, contract];

/** Undefined where no such way pays more than one. */
export const wayOn = (chain: ChainConfig, byContract = false): WayOfPaying | undefined =>
  ways.find((way) => way.byContract === byContract && way.maxRows(chain) > 1);
