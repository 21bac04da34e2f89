import { sql } from 'kysely';
import type { Consumer } from '../outbox/service.ts';
import type { Log } from './deps.ts';
import type { Order } from './moves.ts';

/** How the log names an order: by its number here, and by what signers know it as. */
export const namesOf = ({ id, intent_id }: Pick<Order, 'id' | 'intent_id'>) => ({ order: id, intent: intent_id });

const numberOf = (object: string): number => Number(object.slice(object.indexOf(':') + 1));

/**
 * Writes each line of an order's timeline into the log, once it is committed: by one server of all. A failure of whoever else is told in the same round lets a
 * line stand twice.
 */
export const logOrders = (log: Log): Consumer => ({
  name: 'log',
  async take(tx, events) {
    const told = events.flatMap((event) => (event.kind === 'order' ? [event] : []));
    if (told.length === 0) return;
    const ids = told.map(({ object }) => numberOf(object));
    const rows = await tx
      .selectFrom('orders')
      .select(['id', 'intent_id'])
      .where('id', '=', sql<Order['id']>`any(${ids}::bigint[])`)
      .execute();
    const byId = new Map<number, (typeof rows)[number]>(rows.map((row) => [row.id, row]));
    for (const { object, data, created_at: at } of told) {
      const order = byId.get(numberOf(object));
      if (order) log.info({ ...namesOf(order), ...data, at: at.toISOString() }, 'order moved');
    }
  },
});
