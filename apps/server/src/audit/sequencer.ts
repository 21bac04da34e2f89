import {
  type AuditRecord,
  append,
  chainStart,
  entryText,
  type Frontier,
  frontierAt,
  leafHash,
  nodesOfRange,
} from '@holdfast/audit';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import * as queries from './queries.ts';

const batchMax = 1_000;

interface Place {
  readonly frontier: Frontier;
  /** Hash of the last entry, or of the log's name. */
  readonly prev: string;
}

async function placeOf(tx: Tx, log: string): Promise<Place> {
  const { size, hash } = await queries.readHead(tx);
  const read = await queries.readNodes(tx, nodesOfRange(0, size));
  return { frontier: frontierAt(size, read), prev: hash ? hash.toString('hex') : chainStart(log) };
}

function chained(place: Place, records: readonly AuditRecord[]): queries.NewRow[] {
  let { frontier, prev } = place;
  return records.map((record) => {
    const seq = frontier.size;
    const entry = entryText({ ...record, v: '1', seq: String(seq), prev });
    const hash = leafHash(Buffer.from(entry));
    const { next, completed } = append(frontier, hash);
    frontier = next;
    prev = Buffer.from(hash).toString('hex');
    return { seq, hash, nodes: completed, entry };
  });
}

/**
 * Chains what waits in the outbox, in the order it was written, and empties it, in one transaction: an entry is in one of the two or the other.
 * Whoever finds another at it leaves it to them. Returns how many were chained.
 */
export const sequence = (db: Db, log: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (!(await queries.becomeSequencer(tx))) return 0;
    const waiting = await queries.takeOutbox(tx, batchMax);
    if (waiting.length === 0) return 0;
    const rows = chained(
      await placeOf(tx, log),
      waiting.map(({ record }) => record),
    );
    await queries.insertRows(tx, rows);
    await queries.dropOutbox(
      tx,
      waiting.map(({ id }) => id),
    );
    return rows.length;
  });
