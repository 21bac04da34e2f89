import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type OutboxEvent, type OutboxRow, readEvent } from './events.ts';
import * as queries from './queries.ts';

/**
 * Whoever keeps something of what happened: it writes what it keeps with the transaction that it is given, and has no other effect. What goes out of this server is
 * sent later, from what was kept.
 */
export interface Consumer {
  readonly name: string;
  /** Events in their order. It may be called again with the same ones after a failure: what it wrote then is undone. */
  take(tx: Tx, events: readonly OutboxEvent[]): Promise<void>;
}
export interface CarryDeps {
  readonly db: Db;
  readonly consumers: readonly Consumer[];
  readonly log: { error(fields: object, text: string): void };
}

const batchMax = 200;

/** Removes them and hands them on: what another carrier has removed meanwhile is its own. */
async function hand(tx: Tx, { consumers }: CarryDeps, rows: readonly OutboxRow[]): Promise<void> {
  const gone = await queries.dropCarried(
    tx,
    rows.map(({ id }) => id),
  );
  const events = rows.filter(({ id }) => gone.has(id)).map(readEvent);
  for (const consumer of consumers) await consumer.take(tx, events);
}

/** Carries the oldest that is due; when that fails, it waits, and with it what came later of its object. False when nothing was due. */
async function carryOne(deps: CarryDeps): Promise<boolean> {
  let row: OutboxRow | undefined;
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (!(await queries.becomeCarrier(tx))) return false;
      [row] = await queries.takeDue(tx, 1);
      if (row) await hand(tx, deps, [row]);
      return row !== undefined;
    });
  } catch (error) {
    if (!row) throw error;
    const { id, kind, object } = row;
    deps.log.error({ err: error, event: id, kind, object }, 'an event could not be carried');
    await queries.postponeRow(deps.db, id, String(error).slice(0, 300));
    return true;
  }
}

/**
 * Takes what waits to every consumer and removes it, in one transaction: so each consumer has every event once, in the order of its object, whatever is killed
 * when. Whoever finds another at it leaves it to them. Returns how many were looked at.
 */
export async function carry(deps: CarryDeps): Promise<number> {
  let seen = 0;
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (!(await queries.becomeCarrier(tx))) return 0;
      const rows = await queries.takeDue(tx, batchMax);
      seen = rows.length;
      if (seen > 0) await hand(tx, deps, rows);
      return seen;
    });
  } catch {
    // One of them cannot be carried now; the others are not made to wait for it.
    let looked = 0;
    while (looked < seen && (await carryOne(deps))) looked++;
    return looked;
  }
}
