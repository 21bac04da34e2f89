import { type AuditRecord, completedBy, type NodeId, type NodeReader } from '@holdfast/audit';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Any constant; one sequencer at a time on a database. */
const sequencerLock = 0x41554449;
const witnessLock = 0x41554457;
const hashBytes = 32;

/** This transaction is the sequencer until it ends; it waits for the one that is, but not for one that hangs. */
export async function becomeSequencer(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(tx);
  await sql`select pg_advisory_xact_lock(${sequencerLock})`.execute(tx);
}

export const lockWitnessing = (tx: Tx) => sql`select pg_advisory_xact_lock(${witnessLock})`.execute(tx);

export async function takeOutbox(tx: Tx, max: number): Promise<{ id: number; record: AuditRecord }[]> {
  const { rows } = await sql<{ id: number; record: AuditRecord }>`
    select id, record from audit_outbox order by id limit ${max}`.execute(tx);
  return rows;
}
export const dropOutbox = (tx: Tx, ids: readonly number[]) =>
  sql`delete from audit_outbox where id = any(${ids}::bigint[])`.execute(tx);

/** How many entries the log has, and the last one's hash. */
export async function readHead(db: Db): Promise<{ size: number; hash: Buffer | null }> {
  const row = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { size: row ? row.seq + 1 : 0, hash: row?.hash ?? null };
}

/** Reads the nodes that are asked for, all at once. @throws when one of them does not exist yet */
export async function readNodes(db: Db, ids: readonly NodeId[]): Promise<NodeReader> {
  const seqs = [...new Set(ids.map(completedBy))];
  const { rows } = await sql<{ seq: number; hash: Buffer; nodes: Buffer }>`
    select seq, hash, nodes from audit_log where seq = any(${seqs}::bigint[])`.execute(db);
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return ({ level, index }) => {
    const row = bySeq.get(completedBy({ level, index }));
    const node = level === 0 ? row?.hash : row?.nodes.subarray((level - 1) * hashBytes, level * hashBytes);
    if (node?.length !== hashBytes) throw new Error(`the audit log has no node ${level}/${index}`);
    return new Uint8Array(node);
  };
}

export interface NewRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly nodes: readonly Uint8Array[];
  readonly entry: string;
}
export const insertRows = (tx: Tx, rows: readonly NewRow[]) =>
  sql`insert into audit_log (seq, hash, nodes, entry)
    select * from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${rows.map(({ hash }) => Buffer.from(hash))}::bytea[],
      ${rows.map(({ nodes }) => Buffer.concat(nodes))}::bytea[], ${rows.map(({ entry }) => entry)}::text[])`.execute(
    tx,
  );

export interface CheckpointRow {
  readonly size: number;
  readonly root: Buffer;
  readonly signature: string;
  readonly created_at: Date;
}
export const lastCheckpoint = (db: Db): Promise<CheckpointRow | undefined> =>
  db.selectFrom('audit_checkpoints').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst();

/** Two servers may make the same one at once: it is the same. */
export const insertCheckpoint = (db: Db, row: CheckpointRow) =>
  db
    .insertInto('audit_checkpoints')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute();

export const findCheckpoints = (db: Db, after: number, max: number): Promise<CheckpointRow[]> =>
  db.selectFrom('audit_checkpoints').selectAll().where('size', '>', after).orderBy('size').limit(max).execute();

export const findCosignatures = (db: Db, sizes: readonly number[]) =>
  db
    .selectFrom('audit_cosignatures')
    .select(['size', 'signer_id', 'signature'])
    .where('size', 'in', sizes.length === 0 ? [-1] : sizes)
    .orderBy('signer_id')
    .execute();

/** Every signer that has ever cosigned. */
export const cosigners = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('audit_cosignatures').select('signer_id').distinct().orderBy('signer_id').execute()).map(
    ({ signer_id }) => signer_id,
  );

export async function insertCosignature(db: Db, size: number, signerId: string, signature: string): Promise<void> {
  await db
    .insertInto('audit_cosignatures')
    .values({ size, signer_id: signerId, signature })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The furthest checkpoint a signer has cosigned. */
export const lastWitnessed = (db: Db, signerId: string) =>
  db
    .selectFrom('audit_cosignatures')
    .select(['size', 'created_at'])
    .where('signer_id', '=', signerId)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Notes why a signer does not witness; true when that is news. */
export async function noteProblem(db: Db, signerId: string, problem: string): Promise<boolean> {
  const { rows } = await sql`
    insert into audit_witnesses as w (signer_id, problem) values (${signerId}, ${problem})
    on conflict (signer_id) do update set problem = excluded.problem, updated_at = now() where w.problem <> excluded.problem
    returning signer_id`.execute(db);
  return rows.length > 0;
}
export const findProblems = (db: Db) => db.selectFrom('audit_witnesses').select(['signer_id', 'problem']).execute();

export const findEntries = (db: Db, from: number, to: number) =>
  db
    .selectFrom('audit_log')
    .select(['seq', 'hash', 'entry'])
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .orderBy('seq')
    .execute();
