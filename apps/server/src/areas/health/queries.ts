import type { UpkeepKind, UserId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';

export const findChains = (db: Db) =>
  db
    .selectFrom('chain_state as c')
    .select(['c.chain', 'c.state', 'c.height', 'c.tip', 'c.tip_at', 'c.down_since', 'c.problem'])
    .select((eb) =>
      eb
        .selectFrom('blocks_aside as b')
        .whereRef('b.chain', '=', 'c.chain')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('aside'),
    )
    .execute();

/** What ended payments need that signers take for open (`orders/open-keys.ts`), by chain. */
export async function openKeys(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('open_keys').select(['chain', 'key']).distinct().execute();
  const keys = new Map<string, string[]>();
  for (const { chain, key } of rows) keys.set(chain, [...(keys.get(chain) ?? []), key]);
  return keys;
}

export async function databaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database())::bigint as size`.execute(db);
  return Number(rows[0]?.size ?? 0);
}

export interface Done {
  readonly kind: UpkeepKind;
  readonly done_at: Date;
  readonly by_name: string;
  readonly remark: string;
}

/** The newest note of each kind. */
export async function newestNotes(db: Db, workspaceId: WorkspaceId): Promise<Done[]> {
  const { rows } = await sql<Done>`select distinct on (n.kind) n.kind, n.done_at, u.nick_name as by_name, n.remark
    from upkeep_notes n join users u on u.id = n.by_user where n.workspace_id = ${workspaceId}
    order by n.kind, n.done_at desc`.execute(db);
  return rows;
}

/** Since when there is this workspace. */
export async function workspaceSince(db: Db, workspaceId: WorkspaceId): Promise<Date> {
  const found = db.selectFrom('workspaces').select('created_at').where('id', '=', workspaceId);
  return (await found.executeTakeFirstOrThrow()).created_at;
}

/** When one of these signers was last stopped, as the log has it: a drill, or the thing itself. */
export async function lastFreeze(db: Db, signers: readonly string[]): Promise<Date | undefined> {
  const objects = signers.map((id) => `signer:${id}`);
  const { rows } = await sql<{ time: Date }>`select time from audit_log
    where object = any(${objects}::text[]) and action = 'signing.frozen' order by seq desc limit 1`.execute(db);
  return rows[0]?.time;
}

export const insertNote = (
  tx: Tx,
  note: { readonly workspaceId: WorkspaceId; readonly userId: UserId; readonly kind: UpkeepKind; readonly at: Date },
  remark: string,
) =>
  tx
    .insertInto('upkeep_notes')
    .values({ workspace_id: note.workspaceId, by_user: note.userId, kind: note.kind, done_at: note.at, remark })
    .execute();
