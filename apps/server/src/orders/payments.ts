import { type RawBuilder, sql } from 'kysely';

/** Does its amount count in windows: is it a payment, or may as much be taken by it? */
export const countsAsPaid = (): RawBuilder<boolean> => sql<boolean>`orders.kind in ('withdraw', 'allowance')`;

/** Is it a payment, so that something leaves the sub-wallet by it beside its fee? Coins that become stake, or are delegated, stay its own. */
export const isPayment = (of = 'orders'): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${of}.kind`)} = 'withdraw'`;
