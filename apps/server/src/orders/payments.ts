import { type RawBuilder, sql } from 'kysely';
import { kindsThat } from './kinds/index.ts';
import type { OrderKindRecord } from './kinds/kind.ts';

/** In plain sight, not as a parameter: indexes of a part of the orders say kinds too. */
function isOfKind(of: string, holds: (record: OrderKindRecord) => boolean): RawBuilder<boolean> {
  const kinds = kindsThat(holds).map((kind) => sql.lit(kind));
  return sql<boolean>`${sql.ref(`${of}.kind`)} in (${sql.join(kinds)})`;
}

/** Does its amount count in the windows of rules? */
export const countsAsPaid = (): RawBuilder<boolean> => isOfKind('orders', ({ counts }) => counts);

/** Is it a payment, so that something leaves the sub-wallet by it beside its fee? */
export const isPayment = (of = 'orders'): RawBuilder<boolean> => isOfKind(of, ({ pays }) => pays);

/** Does it say of tokens how much leaves by it, beside its amount? */
export const saysOutflows = (): RawBuilder<boolean> => isOfKind('orders', ({ hasOutflows }) => hasOutflows === true);

/** Do other orders pay what it asked for? */
export const isSplit = (): RawBuilder<boolean> => isOfKind('orders', (record) => record.isSplit === true);
