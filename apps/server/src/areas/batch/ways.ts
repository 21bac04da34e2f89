import { type ChainConfig, familyOf } from '@holdfast/chains';
import { maxBatchRows } from '@holdfast/contract';
import type { Order, OrderKind } from '../../orders/service.ts';
import { batchStatusOf, failed } from './rules.ts';

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
export interface BatchOrder extends Pick<Order, 'id' | 'status' | 'sub_status' | 'txid'> {
  /** In order; none where its rows have no orders, or do not have them yet. */
  readonly rowOrders: readonly RowOrder[];
}

/** How the rows of a batch are paid. Which way a chain goes is said by the chain's family, never by its name. */
export interface WayOfPaying {
  /** How many rows it pays on this chain; fewer than two where it does not. */
  readonly maxRows: (chain: ChainConfig) => number;
  /** The order that asks for them all. */
  readonly kind: OrderKind;
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
  maxRows: (chain) => Math.min(familyOf(chain).maxOutputs, maxBatchRows),
  kind: 'withdraw',
  transactions: () => 1,
  standOf: (order, rows) => Array.from({ length: rows }, () => standOfOrder(order)),
};

/** Each row is paid by a transaction of its own, all by one approval: some may be paid and others not. */
const single: WayOfPaying = {
  maxRows: (chain) => (familyOf(chain).maxOutputs === 1 ? maxBatchRows : 0),
  kind: 'batch',
  transactions: (rows) => rows,
  standOf: (order, rows) => Array.from({ length: rows }, (_, at) => standOfOrder(order.rowOrders[at] ?? order)),
};

/** The first that can pay on a chain does. */
const ways: readonly WayOfPaying[] = [outputs, single];

/** Undefined where no way pays more than one. */
export const wayOn = (chain: ChainConfig): WayOfPaying | undefined => ways.find((way) => way.maxRows(chain) > 1);
