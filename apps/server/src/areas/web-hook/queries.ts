import type { EndpointSettings, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import type { NewHookKey } from './keys.ts';

export type EndpointRow = Selectable<Database['hook_endpoints']>;
export type KeyRow = Selectable<Database['hook_keys']>;

const present = (db: Db) => db.selectFrom('hook_endpoints').selectAll().where('removed_at', 'is', null);

export const findEndpoints = (db: Db, workspaceId: WorkspaceId): Promise<EndpointRow[]> =>
  present(db).where('workspace_id', '=', workspaceId).orderBy('created_at').orderBy('id').execute();
/** Of several workspaces. */
export const endpointsIn = (db: Db, workspaces: readonly WorkspaceId[]): Promise<EndpointRow[]> =>
  present(db)
    .where(sql<boolean>`workspace_id = any(${[...workspaces]}::bigint[])`)
    .execute();
export const findEndpoint = (db: Db, workspaceId: WorkspaceId, id: string): Promise<EndpointRow | undefined> =>
  present(db).where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();
/** Whosever it is: for sending. */
export const endpointById = (db: Db, id: string): Promise<EndpointRow | undefined> =>
  present(db).where('id', '=', id).executeTakeFirst();

/** One of a workspace at a time counts its endpoints and adds one. */
export const lockWorkspace = (tx: Tx, workspaceId: WorkspaceId) =>
  sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);

interface Values extends EndpointSettings {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
}
export const insertEndpoint = (tx: Tx, { id, workspaceId, name, url, sides, final_only, success_word }: Values) =>
  tx
    .insertInto('hook_endpoints')
    .values({ id, workspace_id: workspaceId, name, url, sides, final_only, success_word })
    .execute();
/** With another address it begins anew: what failed of the earlier one says nothing of it. */
export const updateEndpoint = (tx: Tx, { id, workspaceId, name, url, sides, final_only, success_word }: Values) =>
  sql`update hook_endpoints set name = ${name}, url = ${url}, sides = ${sides}::text[], final_only = ${final_only}, success_word = ${success_word},
      failures = 0, last_error = '', rest_until = '-infinity'
    where id = ${id} and workspace_id = ${workspaceId} and removed_at is null`.execute(tx);
export const switchEndpoint = (tx: Tx, id: string, enabled: boolean) =>
  sql`update hook_endpoints set enabled = ${enabled}, rest_until = '-infinity' where id = ${id}`.execute(tx);

/** Ends an endpoint: what waited for it is given up, and its keys sign nothing more. */
export async function endEndpoint(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update hook_endpoints set removed_at = ${now} where id = ${id}`.execute(tx);
  await sql`delete from hook_lines where endpoint_id = ${id}`.execute(tx);
  await sql`update hook_deliveries set state = 2, next_at = null where endpoint_id = ${id} and state in (0, 3)`.execute(
    tx,
  );
  await sql`delete from hook_keys where endpoint_id = ${id}`.execute(tx);
}

/** Of these endpoints, or of one; those that sign at `now`, the newest first. */
export const keysOf = (db: Db, endpoints: readonly string[], now: Date): Promise<KeyRow[]> =>
  db
    .selectFrom('hook_keys')
    .selectAll()
    .where(sql<boolean>`endpoint_id = any(${[...endpoints]}::uuid[])`)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy(sql`until is null`, 'desc')
    .orderBy('created_at', 'desc')
    .execute();

/** A new key takes the place of the others, which sign until then. More than two of these would make headers long: the oldest end at once. */
export async function putKey(tx: Tx, endpointId: string, key: NewHookKey, now: Date, othersUntil: Date): Promise<void> {
  await sql`update hook_keys set until = least(coalesce(until, ${othersUntil}), ${othersUntil}) where endpoint_id = ${endpointId}`.execute(
    tx,
  );
  await sql`delete from hook_keys where endpoint_id = ${endpointId} and (until <= ${now} or key_id in (
    select key_id from hook_keys where endpoint_id = ${endpointId} order by created_at desc offset 2))`.execute(tx);
  await tx
    .insertInto('hook_keys')
    .values({
      key_id: key.keyId,
      endpoint_id: endpointId,
      public_key: key.publicKey,
      sealed: key.sealed,
      created_at: now,
    })
    .execute();
}

/** Counting ends there: nobody looks at more of them one by one. */
const countMax = 100_000;
/** How many deliveries wait, by endpoint. */
export async function waitingOf(db: Db, endpoints: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select e.id, (select count(*)::int from (select from hook_deliveries d where d.endpoint_id = e.id and d.state in (0, 3) limit ${countMax}) counted) as n
    from unnest(${[...endpoints]}::uuid[]) as e (id)`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

interface Health {
  readonly failures: number;
  readonly lastError: string;
  readonly lastOkAt: Date | null;
  readonly restUntil: Date | null;
}
/** How an endpoint fared in a round of sending. */
export const noteHealth = (db: Db, id: string, { failures, lastError, lastOkAt, restUntil }: Health) =>
  sql`update hook_endpoints set failures = ${failures}, last_error = ${lastError}, last_ok_at = coalesce(${lastOkAt}::timestamptz, last_ok_at),
      rest_until = coalesce(${restUntil}::timestamptz, rest_until)
    where id = ${id}`.execute(db);
