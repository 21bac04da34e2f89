import { notifyStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { HookEvent } from './events.ts';

/**
 * What waits stands in one line for each object at each endpoint. Whoever holds a line is the only one to send of it, from the first that waits; so no event
 * overtakes an earlier one of its object, and no object holds up another.
 */
export interface Held {
  readonly endpoint_id: string;
  readonly object: string;
  readonly token: number;
}
/** Longer than any attempt takes, so that only a line of a process that died is taken over. */
const holdSeconds = 60;

/** Puts an event in line at these endpoints. */
export async function enqueue(
  tx: Tx,
  told: readonly { readonly endpointId: string; readonly event: HookEvent }[],
  now: Date,
): Promise<void> {
  if (told.length === 0) return;
  const rows = told.map(({ endpointId, event: { id, workspace_id, object, seq, created_at } }) => ({
    endpoint_id: endpointId,
    event_id: id,
    workspace_id,
    object,
    seq,
    created_at: created_at.toISOString(),
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (workspace_id bigint, endpoint_id uuid, event_id uuid, object text, seq bigint, created_at timestamptz)`;
  await sql`insert into hook_deliveries (workspace_id, endpoint_id, event_id, object, seq, created_at, touched_at)
    select workspace_id, endpoint_id, event_id, object, seq, created_at, created_at from ${list}`.execute(tx);
  // In one order, so that no two who do this wait for each other. A line that rests goes on resting: its first comes first.
  await sql`insert into hook_lines (endpoint_id, object, next_at)
    select distinct endpoint_id, object, ${now}::timestamptz from ${list} order by endpoint_id, object
    on conflict (endpoint_id, object) do update set added = hook_lines.added + 1`.execute(tx);
}

/** Endpoints that are on, do not rest, and have something due. */
export async function dueEndpoints(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from hook_endpoints e where enabled and removed_at is null and rest_until <= ${now}
      and exists (select from hook_lines l where l.endpoint_id = e.id and l.next_at <= ${now} and l.held_until <= ${now})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Takes a line that is due and that nobody else has; none of an endpoint that was switched off meanwhile. */
export async function claimLine(db: Db, endpointId: string, now: Date): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    update hook_lines set held_until = ${now}::timestamptz + make_interval(secs => ${holdSeconds}), token = token + 1
    where (endpoint_id, object) = (select l.endpoint_id, l.object from hook_lines l join hook_endpoints e on e.id = l.endpoint_id
      where l.endpoint_id = ${endpointId} and l.next_at <= ${now} and l.held_until <= ${now} and e.enabled and e.removed_at is null
      order by l.next_at limit 1 for update of l skip locked)
    returning endpoint_id, object, token`.execute(db);
  return rows[0];
}

const isHeld = ({ endpoint_id, object, token }: Held) =>
  sql`endpoint_id = ${endpoint_id} and object = ${object} and token = ${token}`;

export interface Head extends HookEvent {
  readonly delivery: number;
  readonly tries: number;
  readonly attempts: number;
}
/**
 * The first that waits in a line that is held, and how much had been added by then: `head` undefined where nothing waits. Undefined where the line is
 * another's by now.
 */
export async function headOf(db: Db, held: Held): Promise<{ added: number; head: Head | undefined } | undefined> {
  const { rows } = await sql<Head & { added: number; delivery: number | null }>`
    select l.added, d.id as delivery, d.tries, d.attempts, e.*
    from (select * from hook_lines where ${isHeld(held)}) l
    left join lateral (select * from hook_deliveries w where w.endpoint_id = l.endpoint_id and w.object = l.object and w.state in (0, 3)
      order by w.seq limit 1) d on true
    left join hook_events e on e.id = d.event_id`.execute(db);
  const [row] = rows;
  return row && { added: row.added, head: row.delivery === null ? undefined : row };
}

/** Drops a line in which nothing waits, unless something was added since. @returns whether it is gone */
export async function dropLine(db: Db, held: Held, added: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from hook_lines where ${isHeld(held)} and added = ${added}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
/** Gives a line back that was not used to its end. */
export const releaseLine = (db: Db, held: Held) =>
  sql`update hook_lines set held_until = '-infinity' where ${isHeld(held)}`.execute(db);

export interface Attempt {
  readonly at: Date;
  /** HTTP status; 0: no answer. */
  readonly code: number;
  readonly ms: number;
  /** Why it did not arrive; '' when it did. */
  readonly error: string;
}

/** One attempt and what follows from it, in one statement. `again`: when it is tried again; undefined where it is not. */
const noting = (delivery: number, { at, code, ms, error }: Attempt, again: Date | undefined, only = sql`true`) => {
  const state = error === '' ? notifyStatus.ok : again ? notifyStatus.retrying : notifyStatus.failed;
  return sql`noted as (
      update hook_deliveries set state = ${state}, tries = tries + 1, attempts = attempts + 1, next_at = ${again ?? null}::timestamptz,
        last_code = ${code}, last_ms = ${ms}, last_error = ${error}, touched_at = ${at}
      where id = ${delivery} and ${only} returning id, attempts)
    insert into hook_attempts (delivery_id, attempt, at, code, ms, error) select id, attempts, ${at}::timestamptz, ${code}::int, ${ms}::int, ${error}::text from noted`;
};

/** Notes an attempt and goes on holding the line, or lets it rest. @returns false where the line is another's by now: nothing was noted */
export async function noteAttempt(
  db: Db,
  held: Held,
  delivery: number,
  attempt: Attempt,
  again: Date | undefined,
): Promise<boolean> {
  const line = again
    ? sql`next_at = ${again}, held_until = '-infinity'`
    : sql`held_until = ${attempt.at}::timestamptz + make_interval(secs => ${holdSeconds})`;
  const { numAffectedRows } = await sql`
    with mine as (update hook_lines set ${line} where ${isHeld(held)} returning 1),
    ${noting(delivery, attempt, again, sql`exists (select from mine)`)}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
/** Notes an attempt of a delivery that stands in no line. */
export const noteSingle = (db: Db, delivery: number, attempt: Attempt) =>
  sql`with ${noting(delivery, attempt, undefined)}`.execute(db);

/** A delivery that stands in no line: whoever made it sends it. */
export async function insertSingle(
  tx: Tx,
  endpointId: string,
  { id, workspace_id, object, seq, created_at }: HookEvent,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into hook_deliveries (workspace_id, endpoint_id, event_id, object, seq, created_at, touched_at)
    values (${workspace_id}, ${endpointId}, ${id}, ${object}, ${seq}, ${created_at}, ${created_at}) returning id`.execute(
    tx,
  );
  const [made] = rows;
  if (!made) throw new Error('a delivery was not kept');
  return made.id;
}
