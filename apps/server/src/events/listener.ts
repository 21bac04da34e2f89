import pg from 'pg';

const defaultReconnectMs = 1_000;

interface Log {
  warn(fields: object, text: string): void;
}

/** Hears what other processes of this installation, and this one itself, say through the database. */
export interface Listener {
  /** Every payload of a channel from now on. */
  on(channel: string, hear: (payload: string) => void): Promise<void>;
  /** What was said while the connection was away is unknown. */
  onGap(tell: () => void): void;
  close(): Promise<void>;
}

const newClient = (connection: pg.ClientConfig): pg.Client =>
  new pg.Client({
    ...connection,
    connectionTimeoutMillis: 8_000,
    keepAlive: true,
    application_name: 'holdfast-events',
  });

/** One LISTEN connection for this process, made again whenever it breaks: one attempt per `reconnectMs`, however it broke. */
export async function openListener(
  connection: pg.ClientConfig,
  log: Log,
  reconnectMs = defaultReconnectMs,
): Promise<Listener> {
  const channels = new Map<string, (payload: string) => void>();
  const gaps: (() => void)[] = [];
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = newClient(connection);
    // Until it listens, a failure is told by the rejection alone: an event as well would make two attempts of every failed one.
    next.on('error', () => undefined);
    next.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of channels.keys()) await next.query(`listen ${channel}`);
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
      connect().then(() => {
        for (const tell of gaps) tell();
      }, retry);
    }, reconnectMs);
  }

  await connect();
  return {
    async on(channel, hear) {
      channels.set(channel, hear);
      await client?.query(`listen ${channel}`);
    },
    onGap: (tell) => void gaps.push(tell),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
