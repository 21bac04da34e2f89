import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import type { Listener } from '../events/listener.ts';
import type { Sharing } from './rate-limit.ts';

const channel = 'holdfast_spending';
/** How late other servers know: in that time each may give what all of them may. */
const gatherMs = 100;
/** A payload has 8,000 bytes at most; keys are ids, networks and paths. What is more goes with the next one. */
const mostKeys = 40;
/** Who floods from more addresses than can be told at once is told of no further; each server limits them all the same. */
const mostWaiting = 10_000;

const spending = z.object({
  from: z.string(),
  taken: z.array(z.tuple([z.string(), z.string(), z.number(), z.number()])),
});

interface SharingDeps {
  readonly db: Db;
  readonly listener: Listener;
  readonly onError: (error: unknown) => void;
}

function read(payload: string): z.output<typeof spending> | undefined {
  try {
    return spending.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/**
 * What callers took of their limits at one server, told to the others: gathered, so that a flood is ten short messages a second. What is said while a connection is away
 * is lost, and the caller has it once more: a limit protects what stands behind it, and no money hangs on it.
 */
export async function shareSpending({
  db,
  listener,
  onError,
}: SharingDeps): Promise<Sharing & { stop(): Promise<void> }> {
  const me = randomUUID();
  const takers = new Map<string, (key: string, count: number, perSecond: number) => void>();
  const waiting = new Map<string, [bucket: string, key: string, count: number, perSecond: number]>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  await listener.on(channel, (payload) => {
    const said = read(payload);
    if (!said || said.from === me) return;
    for (const [bucket, key, count, perSecond] of said.taken) takers.get(bucket)?.(key, count, perSecond);
  });
  function send(): void {
    timer = undefined;
    const taken = [...waiting.values()].slice(0, mostKeys);
    for (const [bucket, key] of taken) waiting.delete(`${bucket} ${key}`);
    if (waiting.size > 0) timer = setTimeout(send, gatherMs);
    const payload = JSON.stringify({ from: me, taken });
    sending = sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(onError);
  }
  return {
    hear: (bucket, take) => void takers.set(bucket, take),
    tell(bucket, key, perSecond) {
      const name = `${bucket} ${key}`;
      const [, , count] = waiting.get(name) ?? ['', '', 0];
      if (count === 0 && waiting.size >= mostWaiting) return;
      waiting.set(name, [bucket, key, count + 1, perSecond]);
      timer ??= setTimeout(send, gatherMs);
    },
    async stop() {
      clearTimeout(timer);
      await sending;
    },
  };
}
