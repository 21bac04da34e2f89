import { randomUUID } from 'node:crypto';
import type { HookSide, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';

/** Something that happened, as receivers are told of it. */
export interface HookEvent {
  readonly id: string;
  readonly workspace_id: WorkspaceId;
  /** Such as `order:12`. */
  readonly object: string;
  /** Counts what happened to the object, from 1 and without gaps. */
  readonly seq: number;
  readonly side: HookSide;
  readonly type: string;
  readonly status: number;
  readonly final: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}
/** Before it has its place among the others of its object. */
export type NewEvent = Omit<HookEvent, 'id' | 'seq'>;

/** Takes the next numbers of these objects, one for each time that an object is named. */
async function takeNumbers(tx: Tx, objects: readonly string[]): Promise<number[]> {
  const counts = [...Map.groupBy(objects, (object) => object)].map(([object, all]) => ({ object, n: all.length }));
  const { rows } = await sql<{ object: string; last: number }>`
    insert into hook_sequences (object, last)
    select object, n from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (object text, n bigint) order by object
    on conflict (object) do update set last = hook_sequences.last + excluded.last returning object, last`.execute(tx);
  const next = new Map(rows.map(({ object, last }) => [object, last]));
  for (const { object, n } of counts) next.set(object, (next.get(object) ?? 0) - n);
  return objects.map((object) => {
    const seq = (next.get(object) ?? 0) + 1;
    next.set(object, seq);
    return seq;
  });
}

/** Keeps events in the order in which they are given. `only`: of a test, the one endpoint that is sent it. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[], only?: string): Promise<HookEvent[]> {
  if (events.length === 0) return [];
  const numbers = await takeNumbers(
    tx,
    events.map(({ object }) => object),
  );
  const made = events.map((event, at) => ({ ...event, id: randomUUID(), seq: numbers[at] ?? 0 }));
  const rows = made.map((one) => ({ ...one, created_at: one.created_at.toISOString(), only_endpoint: only ?? null }));
  await sql`insert into hook_events (id, workspace_id, object, seq, side, type, status, final, only_endpoint, data, created_at)
    select id, workspace_id, object, seq, side, type, status, final, only_endpoint, data, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, workspace_id bigint, object text, seq bigint, side text, type text, status int,
      final boolean, only_endpoint uuid, data jsonb, created_at timestamptz)`.execute(tx);
  return made;
}

/** What is sent, and signed: as the receiver has it to the byte. */
export const bodyOf = (event: HookEvent, attempt: number): string =>
  JSON.stringify({
    event_id: wireId(event),
    type: event.type,
    timestamp: event.created_at.toISOString(),
    created_at: event.created_at.getTime(),
    attempt,
    workspace_id: event.workspace_id,
    object: event.object,
    seq: event.seq,
    data: event.data,
  });
/** The same however often it is sent: by it a receiver knows what it has had. */
export const wireId = ({ id }: Pick<HookEvent, 'id'>): string => `evt_${id}`;

/** When numbers and contents of old things may go: batches, so that nothing waits long for it. */
const batch = 2_000;
const statements = (before: Date) => [
  sql`delete from hook_attempts where (delivery_id, attempt) in (select delivery_id, attempt from hook_attempts where at < ${before} limit ${batch})`,
  sql`delete from hook_events where id in (select id from hook_events e where created_at < ${before}
    and not exists (select from hook_deliveries d where d.event_id = e.id and d.touched_at >= ${before}) limit ${batch})`,
  sql`delete from hook_endpoints where id in (select id from hook_endpoints e where removed_at < ${before}
    and not exists (select from hook_deliveries d where d.endpoint_id = e.id) limit ${batch})`,
];
const roundsMax = 500;

/** Removes what is older. An attempt is never removed before its time: what it is of stays as long. */
export async function purge(db: Db, before: Date): Promise<void> {
  for (const statement of statements(before))
    for (let round = 0; round < roundsMax; round++) {
      const { numAffectedRows } = await statement.execute(db);
      if (numAffectedRows === undefined || numAffectedRows < batch) break;
    }
}
