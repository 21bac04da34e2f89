import { eventTopics, type LiveEvent, liveEvent, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/database.ts';

const channel = 'holdfast_events';
const defaultReconnectMs = 1_000;

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

const newClient = (connection: pg.ClientConfig): pg.Client =>
  new pg.Client({
    ...connection,
    connectionTimeoutMillis: 8_000,
    keepAlive: true,
    application_name: 'holdfast-events',
  });

/** One LISTEN connection for this process, made again whenever it breaks: one attempt per `reconnectMs`, however it broke. */
export async function createEventHub(
  connection: pg.ClientConfig,
  log: Log,
  reconnectMs = defaultReconnectMs,
): Promise<EventHub> {
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
    const next = newClient(connection);
    // Until it listens, a failure is told by the rejection alone: an event as well would make two attempts of every failed one.
    next.on('error', () => undefined);
    next.on('notification', ({ payload }) => deliver(payload));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    if (closed) return next.end();
    client = next;
    // Either may come first, or late; a client that was replaced has nothing to say.
    const lost = (error?: Error): void => {
      if (client !== next) return;
      client = undefined;
      retry(error);
    };
    next.on('error', lost).once('end', () => lost());
  }
  /** At most one attempt is ever waiting. */
  function retry(error?: unknown): void {
    if (closed || timer) return;
    log.warn({ err: error }, 'event connection lost');
    timer = setTimeout(() => {
      timer = undefined;
      connect().then(resync, retry);
    }, reconnectMs);
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
