import { type RawBuilder, sql } from 'kysely';

/** Is it a payment, so that something leaves the sub-wallet by it beside its fee? Coins that become stake, or are delegated, stay its own. */
export const isPayment = (of = 'orders'): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${of}.kind`)} = 'withdraw'`;
