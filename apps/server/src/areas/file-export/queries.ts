import type { ExportFormat, ExportList, UserId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import type { FileState } from '../../exports/formats/index.ts';

export type ExportRecord = Selectable<Database['exports']>;

export interface NewExport {
  readonly workspace_id: WorkspaceId;
  readonly user_id: UserId;
  readonly session_hash: Buffer;
  readonly list: ExportList;
  readonly filter: object;
  readonly format: ExportFormat;
  readonly words: object;
  readonly asked_at: Date;
  readonly total: number;
  readonly up_to: number | null;
}
export const insertExport = async (db: Db, { filter, words, ...made }: NewExport): Promise<number> =>
  (
    await db
      .insertInto('exports')
      .values({
        ...made,
        filter: JSON.stringify(filter),
        words: JSON.stringify(words),
        ticket_hash: null,
        ticket_until: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export interface Owner {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}
export const findExport = (db: Db, { workspaceId, userId }: Owner, id: number): Promise<ExportRecord | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** How far a file is, where a part begins. */
export interface Mark {
  readonly bytes: number;
  readonly rows: number;
  /** Where the list goes on: at its beginning, at a place, or nowhere any more. */
  readonly after: { readonly place?: unknown; readonly end?: boolean };
  readonly state: FileState;
}
/** The last mark of which so many bytes reach the end. */
export async function findMark(db: Db, id: number, bytes: number): Promise<Mark | undefined> {
  const { rows } = await sql<Mark>`select bytes, rows, after, state from export_marks
    where export_id = ${id} and bytes <= ${bytes} order by bytes desc limit 1`.execute(db);
  return rows[0];
}

interface Ticket {
  readonly hash: Buffer;
  readonly until: Date;
  readonly from: number;
  readonly session: Buffer;
}
/** Gives a ticket in place of the one before. False when the export was cancelled. */
export async function giveTicket(db: Db, id: number, { hash, until, from, session }: Ticket): Promise<boolean> {
  const { rows } =
    await sql`update exports set ticket_hash = ${hash}, ticket_until = ${until}, ticket_from = ${from}, session_hash = ${session}
    where id = ${id} and state <> 'cancelled' returning id`.execute(db);
  return rows.length === 1;
}

/** Takes a ticket, of which only one can, and begins a run: what earlier runs wrote behind its beginning counts no more. */
export async function takeTicket(tx: Tx, hash: Buffer, now: Date): Promise<ExportRecord | undefined> {
  const { rows } = await sql<ExportRecord>`update exports set ticket_hash = null, run = run + 1, state = 'running'
    where ticket_hash = ${hash} and ticket_until > ${now} and state <> 'cancelled' returning *`.execute(tx);
  const [taken] = rows;
  // A statement of its own: an earlier run may have kept a mark while this one waited for the row, and keeps none from now on.
  if (taken)
    await tx
      .deleteFrom('export_marks')
      .where('export_id', '=', taken.id)
      .where('bytes', '>', taken.ticket_from)
      .execute();
  return taken;
}

/** Keeps how far a run is, before anybody has the bytes. False when it was cancelled, or another run has begun. */
export async function keepMark(db: Db, { id, run }: Pick<ExportRecord, 'id' | 'run'>, mark: Mark): Promise<boolean> {
  const { rows } = await sql`
    with alive as (update exports set rows = ${mark.rows}, bytes = ${mark.bytes}
        where id = ${id} and run = ${run} and state = 'running' returning id)
    insert into export_marks (export_id, bytes, rows, after, state)
      select id, ${mark.bytes}::bigint, ${mark.rows}::bigint, ${JSON.stringify(mark.after)}::jsonb, ${JSON.stringify(mark.state)}::jsonb from alive
    on conflict (export_id, bytes) do update set rows = excluded.rows, after = excluded.after, state = excluded.state
    returning export_id`.execute(db);
  return rows.length === 1;
}

/** False as above. */
export async function finish(
  db: Db,
  { id, run }: Pick<ExportRecord, 'id' | 'run'>,
  { rows: count, bytes }: Pick<Mark, 'rows' | 'bytes'>,
): Promise<boolean> {
  const { rows } = await sql`update exports set state = 'done', rows = ${count}, bytes = ${bytes}
    where id = ${id} and run = ${run} and state = 'running' returning id`.execute(db);
  return rows.length === 1;
}

/** A run that broke off: what it wrote can be gone on from. */
export const rest = (db: Db, { id, run }: Pick<ExportRecord, 'id' | 'run'>) =>
  sql`update exports set state = 'ready' where id = ${id} and run = ${run} and state = 'running'`.execute(db);

export const cancel = (db: Db, id: number) =>
  sql`update exports set state = 'cancelled', ticket_hash = null where id = ${id} and state <> 'done'`.execute(db);

export const deleteBefore = (db: Db, time: Date) => db.deleteFrom('exports').where('asked_at', '<', time).execute();
