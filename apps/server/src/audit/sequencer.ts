import { createHash } from 'node:crypto';
import {
  AuditError,
  type AuditRecord,
  append,
  chainStart,
  entryText,
  type Frontier,
  frontierAt,
  leafHash,
  nodesOfRange,
} from '@holdfast/audit';
import { PolicyError } from '@holdfast/policy';
import { systemClock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { createRecorder, oneLine, theSystem } from './record.ts';

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

interface Waiting {
  readonly id: number;
  readonly record: AuditRecord;
}

/** What cannot be an entry must not stop all that come after it: that it was there, and what it was made of, goes into its place. */
function textOf({ id, record }: Waiting, seq: number, prev: string): string {
  const place = { v: '1', seq: String(seq), prev } as const;
  try {
    // What migration 0020 took over from before the log was cleaned less strictly.
    return entryText({ ...record, ...place, agent: oneLine(`${record.agent}`) });
  } catch (error) {
    if (!(error instanceof AuditError || error instanceof PolicyError)) throw error;
    const after = createHash('sha256').update(JSON.stringify(record)).digest('hex');
    const instead = createRecorder('log.unreadable', theSystem, systemClock);
    return entryText({ ...instead.of({ object: `outbox:${id}`, result: 'refused' }), ...place, after });
  }
}

function chained(place: Place, waiting: readonly Waiting[]): queries.NewRow[] {
  let { frontier, prev } = place;
  return waiting.map((each) => {
    const seq = frontier.size;
    const entry = textOf(each, seq, prev);
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
    const rows = chained(await placeOf(tx, log), waiting);
    await queries.insertRows(tx, rows);
    await queries.dropOutbox(
      tx,
      waiting.map(({ id }) => id),
    );
    return rows.length;
  });
