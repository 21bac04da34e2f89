import { type RawBuilder, sql } from 'kysely';

/** Does its amount count in windows: is it a payment, many that are decided on once, or may as much be taken by it, or does it go along with a call? Of a batch none of its rows does beside it. */
export const countsAsPaid = (): RawBuilder<boolean> =>
  sql<boolean>`orders.kind in ('withdraw', 'allowance', 'batch', 'call')`;

/** Is it a payment, so that something leaves the sub-wallet by it beside its fee? Coins that become stake, or are delegated, stay its own. Of a batch its rows are. */
export const isPayment = (of = 'orders'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${of}.kind`)} in ('withdraw', 'row')`;
