import { eventTopics, type LiveEvent, liveEvent, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { unhurried } from '../db/transaction.ts';
import type { Listener } from './listener.ts';

const channel = 'holdfast_events';

type Hear = (event: LiveEvent) => void;
export interface EventHub {
  /** Every event of the workspace from now on; returns the unsubscribe call. */
  subscribe(workspaceId: WorkspaceId, hear: Hear): () => void;
}

/**
 * Tells every server process, and through it every open console, that something changed. Inside a transaction it is sent at commit and not at
 * all on rollback. Commits that notify queue behind each other in PostgreSQL: hot paths should notify after they committed.
 */
export const publish = (db: Db, workspaceId: WorkspaceId, event: LiveEvent): Promise<void> =>
  publishAll(db, [{ workspaceId, ...event }]);

/** Several with one statement, and so one commit. */
export async function publishAll(
  db: Db,
  events: readonly (LiveEvent & { readonly workspaceId: WorkspaceId })[],
): Promise<void> {
  if (events.length === 0) return;
  const told = events.map(({ workspaceId, topic, id }) => JSON.stringify({ workspaceId, topic, id }));
  const said = sql`pg_notify(${channel}, said)`;
  const all = sql`unnest(${told}::text[]) as said`;
  if (db.isTransaction) await sql`select ${said} from ${all}`.execute(db);
  else await sql`with ${unhurried(db)} select ${said} from unhurried, ${all}`.execute(db);
}

function parse(payload: string): { workspaceId: unknown; event: LiveEvent } | undefined {
  try {
    const value = JSON.parse(payload) as { workspaceId?: unknown };
    const event = liveEvent.safeParse(value);
    return event.success ? { workspaceId: value.workspaceId, event: event.data } : undefined;
  } catch {
    return undefined;
  }
}

/** Hands on what any process of this installation publishes. */
export async function createEventHub(listener: Listener): Promise<EventHub> {
  const listeners = new Map<WorkspaceId, Set<Hear>>();
  await listener.on(channel, (payload) => {
    const message = parse(payload);
    if (!message) return;
    for (const hear of listeners.get(message.workspaceId as WorkspaceId) ?? []) hear(message.event);
  });
  // What was missed is unknown, so everybody looks again.
  listener.onGap(() => {
    for (const set of listeners.values())
      for (const hear of set) for (const topic of eventTopics) hear({ topic, id: '' });
  });
  return {
    subscribe(workspaceId, hear) {
      const set = listeners.get(workspaceId) ?? new Set();
      listeners.set(workspaceId, set.add(hear));
      return () => {
        set.delete(hear);
        if (set.size === 0) listeners.delete(workspaceId);
      };
    },
  };
}
