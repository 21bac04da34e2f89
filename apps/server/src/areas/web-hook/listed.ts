import type { HookDelivery, HookSide, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { HookEvent } from './events.ts';
import type { Attempt } from './queue.ts';

export interface ListAsk {
  readonly endpointId: string | undefined;
  readonly side: HookSide | undefined;
  readonly status: number | undefined;
  readonly txid: string | undefined;
  readonly requestId: string | undefined;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly page: number;
  readonly size: number;
}
const countMax = 10_000;

const columns = sql`d.id as notify_id, d.endpoint_id, p.name as endpoint_name, p.url, e.side, e.type, coalesce((e.data ->> 'business_id')::bigint, 0) as business_id,
  (e.data ->> 'sub_wallet_id')::int as sub_wallet_id, coalesce(e.data ->> 'request_id', '') as request_id, coalesce(e.data ->> 'symbol', '') as symbol,
  coalesce(e.data ->> 'amount', '') as amount, coalesce(e.data ->> 'txid', '') as txid, e.status as trans_status, d.seq, d.state as notify_status,
  d.attempts, d.next_at as next_time, d.last_code, d.last_ms, d.last_error, d.created_at`;
const joined = sql`hook_deliveries d join hook_events e on e.id = d.event_id join hook_endpoints p on p.id = d.endpoint_id`;

function fitting(workspaceId: WorkspaceId, ask: ListAsk) {
  const parts = [sql`d.workspace_id = ${workspaceId}`];
  if (ask.endpointId !== undefined) parts.push(sql`d.endpoint_id = ${ask.endpointId}`);
  if (ask.side !== undefined) parts.push(sql`e.side = ${ask.side}`);
  if (ask.status !== undefined) parts.push(sql`d.state = ${ask.status}`);
  // The indices leave out what has none, and say so.
  if (ask.txid !== undefined) parts.push(sql`e.data ->> 'txid' = ${ask.txid} and e.data ->> 'txid' <> ''`);
  if (ask.requestId !== undefined)
    parts.push(sql`e.data ->> 'request_id' = ${ask.requestId} and e.data ->> 'request_id' <> ''`);
  if (ask.start !== undefined) parts.push(sql`d.created_at >= ${ask.start}`);
  if (ask.end !== undefined) parts.push(sql`d.created_at <= ${ask.end}`);
  return sql`${joined} where ${sql.join(parts, sql` and `)}`;
}

export async function findDeliveries(db: Db, workspaceId: WorkspaceId, ask: ListAsk) {
  const from = fitting(workspaceId, ask);
  const { rows } = await sql<HookDelivery>`select ${columns} from ${from} order by d.id desc limit ${ask.size}
    offset ${(ask.page - 1) * ask.size}`.execute(db);
  const count = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from ${from} limit ${countMax}) counted`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

export async function findDelivery(
  db: Db,
  workspaceId: WorkspaceId,
  id: number,
): Promise<{ row: HookDelivery; event: HookEvent } | undefined> {
  const { rows } = await sql<HookDelivery & HookEvent & { readonly happened_at: Date }>`
    select ${columns}, e.id, e.workspace_id, e.object, e.status, e.final, e.data, e.created_at as happened_at
    from ${joined} where d.workspace_id = ${workspaceId} and d.id = ${id}`.execute(db);
  const [found] = rows;
  return found && { row: found, event: { ...found, created_at: found.happened_at } };
}

const attemptsMax = 200;
export async function findAttempts(db: Db, delivery: number): Promise<(Attempt & { readonly attempt: number })[]> {
  const { rows } = await sql<Attempt & { readonly attempt: number }>`
    select attempt, at, code, ms, error from hook_attempts where delivery_id = ${delivery} order by attempt desc limit ${attemptsMax}`.execute(
    db,
  );
  return rows;
}

export interface RangeAsk {
  readonly endpointId: string;
  readonly start: Date;
  readonly end: Date;
  readonly failedOnly: boolean;
}
type Sql = ReturnType<typeof sql>;
const inRange = (workspaceId: WorkspaceId, { start, end }: RangeAsk): Sql =>
  sql`e.workspace_id = ${workspaceId} and e.created_at >= ${start} and e.created_at <= ${end} and e.only_endpoint is null`;

/** How many a range would put in line, counted no further than `max` + 1. */
export async function countRange(tx: Tx, workspaceId: WorkspaceId, ask: RangeAsk, max: number): Promise<number> {
  const failed = sql`exists (select from hook_deliveries d where d.endpoint_id = ${ask.endpointId} and d.event_id = e.id and d.state = 2)`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from hook_events e where ${inRange(workspaceId, ask)} and (${!ask.failedOnly} or ${failed}) limit ${max + 1}) counted`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Puts in line again what has ended of these deliveries, together with those that `added` makes; what waits, or is under way just now, is left as it is, and is
 * tried at once. Only so nobody who sends waits for this, which holds thousands of rows, while this waits for them. Returns how many.
 */
async function putInLine(tx: Tx, which: Sql, now: Date, added: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with added as (${added}),
    ended as (update hook_deliveries d set state = 0, tries = 0, next_at = ${now}, touched_at = ${now} from hook_events e, hook_endpoints p
      where e.id = d.event_id and p.id = d.endpoint_id and p.removed_at is null and d.state in (1, 2) and ${which} returning d.endpoint_id, d.object),
    waiting as (select d.endpoint_id, d.object from hook_deliveries d join hook_events e on e.id = d.event_id join hook_endpoints p on p.id = d.endpoint_id
      where p.removed_at is null and d.state in (0, 3) and ${which}),
    put as (select * from added union all select * from ended union all select * from waiting),
    lined as (insert into hook_lines (endpoint_id, object, next_at)
      select distinct endpoint_id, object, ${now}::timestamptz from put order by endpoint_id, object
      on conflict (endpoint_id, object) do update set added = hook_lines.added + 1, next_at = least(hook_lines.next_at, excluded.next_at) returning 1)
    select (select count(*) from put)::int as n, (select count(*) from lined) as lines`.execute(tx);
  return rows[0]?.n ?? 0;
}
const nothing = sql`select endpoint_id, object from hook_lines where false`;

/** By their ids; those of endpoints that are gone stay as they are. */
export const resendSome = (tx: Tx, workspaceId: WorkspaceId, ids: readonly number[], now: Date): Promise<number> =>
  putInLine(tx, sql`d.id = any(${[...ids]}::bigint[]) and d.workspace_id = ${workspaceId}`, now, nothing);

/** What failed at an endpoint in a time. */
export const resendFailed = (tx: Tx, workspaceId: WorkspaceId, ask: RangeAsk, now: Date): Promise<number> =>
  putInLine(tx, sql`d.endpoint_id = ${ask.endpointId} and d.state = 2 and ${inRange(workspaceId, ask)}`, now, nothing);

/** All that an endpoint is told of, whether it had it or not. */
export const resendAll = (tx: Tx, workspaceId: WorkspaceId, ask: RangeAsk, now: Date): Promise<number> => {
  const told = sql`${inRange(workspaceId, ask)} and e.side = any(p.sides) and (e.final or not p.final_only)`;
  return putInLine(
    tx,
    sql`d.endpoint_id = ${ask.endpointId} and ${told}`,
    now,
    sql`insert into hook_deliveries (workspace_id, endpoint_id, event_id, object, seq, created_at, touched_at)
      select e.workspace_id, p.id, e.id, e.object, e.seq, e.created_at, ${now} from hook_events e join hook_endpoints p on p.id = ${ask.endpointId}
      where ${told} order by e.created_at, e.object, e.seq on conflict (endpoint_id, event_id) do nothing returning endpoint_id, object`,
  );
};
