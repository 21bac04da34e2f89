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
import type { WorkspaceId } from '@holdfast/contract';
import { PolicyError } from '@holdfast/policy';
import { systemClock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { publishAll } from '../events/hub.ts';
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

/** Whoever reads the activity of a workspace learns that there is more of it; a page that missed it asks again by itself. */
async function tellReaders(db: Db, waiting: readonly Waiting[]): Promise<void> {
  const workspaces = new Set(waiting.map(({ record }) => Number(record.workspace)));
  const known = [...workspaces].filter((id) => Number.isSafeInteger(id) && id > 0);
  await publishAll(
    db,
    known.map((id) => ({ workspaceId: id as WorkspaceId, topic: 'activity', id: '' })),
  );
}

/**
 * Chains what waits in the outbox, in the order it was written, and empties it, in one transaction: an entry is in one of the two or the other.
 * Whoever finds another at it waits for them: an export must not end before what was recorded before it. Returns how many were chained.
 */
export async function sequence(db: Db, log: string): Promise<number> {
  const chainedNow = await inTransaction(db, async (tx): Promise<readonly Waiting[]> => {
    await queries.becomeSequencer(tx);
    const waiting = await queries.takeOutbox(tx, batchMax);
    if (waiting.length === 0) return [];
    await queries.insertRows(tx, chained(await placeOf(tx, log), waiting));
    await queries.dropOutbox(
      tx,
      waiting.map(({ id }) => id),
    );
    return waiting;
  });
  // After the commit: those that notify queue behind each other.
  await tellReaders(db, chainedNow);
  return chainedNow.length;
}
