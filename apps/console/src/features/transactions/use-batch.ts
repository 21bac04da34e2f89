import { type BatchId, isOrderType, type Output } from '@holdfast/contract';
import type { batch } from '@holdfast/contract/batch';
import { useApi } from '../../lib/query.ts';
import { paysSeveral, type Transaction } from './view.ts';

interface TransactionBatch {
  /** Null where it is of no batch, undefined until that is known. */
  readonly id: BatchId | null | undefined;
  /** Undefined until it is known, and where there is none. */
  readonly detail: Output<typeof batch.info> | undefined;
}

/** The batch that an order was asked for as: it knows what the order does not, such as whom each row pays by name. */
export function useBatch(transaction: Pick<Transaction, 'id' | 'type' | 'outputs'>): TransactionBatch {
  const { id, type } = transaction;
  const several = isOrderType(type) && paysSeveral(transaction);
  const { data, error } = useApi('batch', 'multiInfo', { ids: [id] }, { quiet: true, enabled: several });
  const none = !several || (error && !data) ? null : undefined;
  const found = data ? (data.list[0]?.batch_id ?? null) : none;
  const ask = { batch_id: found ?? (0 as BatchId) };
  const { data: detail } = useApi('batch', 'info', ask, { quiet: true, enabled: typeof found === 'number' });
  return { id: found, detail };
}
