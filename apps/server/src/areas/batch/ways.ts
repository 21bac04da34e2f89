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
export type BatchOrder = Pick<Order, 'id' | 'status' | 'sub_status' | 'txid'>;

/** How the rows of a batch are paid. Which way a chain goes is said by the chain's family, never by its name. */
export interface WayOfPaying {
  /** How many rows it pays on this chain; fewer than two where it does not. */
  readonly maxRows: (chain: ChainConfig) => number;
  /** The order that asks for them all. */
  readonly kind: OrderKind;
  /** Of each row, in order. */
  readonly standOf: (order: BatchOrder, rows: number) => readonly RowStand[];
}

/** Every row is an output of one transaction: all are paid, or none. */
const outputs: WayOfPaying = {
  maxRows: (chain) => Math.min(familyOf(chain).maxOutputs, maxBatchRows),
  kind: 'withdraw',
  standOf: ({ status: of, sub_status, txid }, rows) => {
    const status = batchStatusOf(of);
    const row = { status, txid: txid ?? '', reason: failed(status) ? sub_status : '' };
    return Array.from({ length: rows }, () => row);
  },
};

/** The first that can pay on a chain does. */
const ways: readonly WayOfPaying[] = [outputs];

/** Undefined where no way pays more than one. */
export const wayOn = (chain: ChainConfig): WayOfPaying | undefined => ways.find((way) => way.maxRows(chain) > 1);
