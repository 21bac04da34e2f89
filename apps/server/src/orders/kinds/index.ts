import { type OrderKind, type OrderRequest, totalOf } from '../request.ts';
import { allowance } from './allowance.ts';
import { batch, row } from './batch.ts';
import { call } from './call.ts';
import { drop } from './drop.ts';
import type { OrderKindRecord } from './kind.ts';
import { speedup } from './speedup.ts';
import { delegate, reclaim, stake, unfrozen, unstake } from './stake.ts';
import { withdraw } from './withdraw.ts';

/** Every kind of order. */
export const orderKinds: Readonly<Record<OrderKind, OrderKindRecord>> = {
  withdraw,
  speedup,
  drop,
  stake,
  unstake,
  unfrozen,
  delegate,
  reclaim,
  allowance,
  batch,
  row,
  call,
};

/** The kinds that are listed as one type of transaction. */
export const kindsListed = (type: OrderKindRecord['listed']): string[] =>
  Object.entries(orderKinds).flatMap(([kind, { listed }]) => (listed === type ? [kind] : []));

/** Base units of its amount that an order takes out of what is available; the rest of it, it only names. */
export const takenOf = (request: OrderRequest): bigint =>
  orderKinds[request.kind].goes === 'nowhere' ? 0n : totalOf(request);

/** @throws Error for a row of a kind that a later release wrote */
export function orderKindOf({ id, kind }: { readonly id: number; readonly kind: string }): OrderKindRecord {
  const found = Object.entries(orderKinds).find(([name]) => name === kind)?.[1];
  if (!found) throw new Error(`order ${id}: ${kind} is no kind of order`);
  return found;
}
