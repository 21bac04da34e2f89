import { eventTopics, type LiveEvent, liveEvent, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/database.ts';

const channel = 'holdfast_events';
const reconnectMs = 1_000;

type Listener = (event: LiveEvent) => void;
export interface EventHub {
  /** Every event of the workspace from now on; returns the unsubscribe call. */
  subscribe(workspaceId: WorkspaceId, listener: Listener): () => void;
  close(): Promise<void>;
}
interface Log {
  warn(fields: object, text: string): void;
}

/**
 * Tells every server process, and through it every open console, that something changed. Inside a transaction it is sent at commit and not at
 * all on rollback. Commits that notify queue behind each other in PostgreSQL: hot paths should notify after they committed.
 */
export async function publish(db: Db, workspaceId: WorkspaceId, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ workspaceId, ...event })})`.execute(db);
}

function parse(payload: string | undefined): { workspaceId: unknown; event: LiveEvent } | undefined {
  try {
    const value = JSON.parse(payload ?? '') as { workspaceId?: unknown };
    const event = liveEvent.safeParse(value);
    return event.success ? { workspaceId: value.workspaceId, event: event.data } : undefined;
  } catch {
    return undefined;
  }
}

/** One LISTEN connection for this process, made again whenever it breaks. */
export async function createEventHub(connection: pg.ClientConfig, log: Log): Promise<EventHub> {
  const listeners = new Map<WorkspaceId, Set<Listener>>();
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const deliver = (payload: string | undefined): void => {
    const message = parse(payload);
    if (!message) return;
    for (const listener of listeners.get(message.workspaceId as WorkspaceId) ?? []) listener(message.event);
  };
  /** What was missed while the connection was away is unknown, so everybody looks again. */
  const resync = (): void => {
    for (const set of listeners.values())
      for (const listener of set) for (const topic of eventTopics) listener({ topic, id: '' });
  };
  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      connectionTimeoutMillis: 8_000,
      keepAlive: true,
      application_name: 'holdfast-events',
    });
    let lost = false;
    const retry = (error?: Error): void => {
      if (lost || closed) return;
      lost = true;
      log.warn({ err: error }, 'event connection lost');
      timer = setTimeout(() => void connect().then(resync, retryLater), reconnectMs);
    };
    next.on('notification', ({ payload }) => deliver(payload));
    next.on('error', retry);
    next.on('end', () => retry());
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  }
  function retryLater(error: unknown): void {
    if (closed) return;
    log.warn({ err: error }, 'event connection not back yet');
    timer = setTimeout(() => void connect().then(resync, retryLater), reconnectMs);
  }

  await connect();
  return {
    subscribe(workspaceId, listener) {
      const set = listeners.get(workspaceId) ?? new Set();
      listeners.set(workspaceId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(workspaceId);
      };
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
