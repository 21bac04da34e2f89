import { eventsPath, type LiveEvent } from '@holdfast/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';
import { startApp } from '../app.ts';
import { publish } from './hub.ts';

let server: TestServer;
/** Another server on the same database. */
let elsewhere = '';
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer({
    start: async (options) => {
      const [app, other] = [await startApp(options), await startApp(options)];
      elsewhere = other.url;
      return { ...app, close: async () => void (await Promise.all([app.close(), other.close()])) };
    },
  });
  fixture = await install(server);
});
afterAll(() => server.close());

/** Ids that only these tests use; '' is everything of a topic. */
const own = new Set(['told', 'elsewhere', 'no', 'yes', 'again', '']);

interface Stream {
  /** Of what the test itself tells. */
  readonly events: LiveEvent[];
  readonly all: LiveEvent[];
  readonly until: (count: number) => Promise<void>;
  readonly end: () => void;
}
/** An open stream: what has arrived, and how to end it. */
async function listen(url = server.url): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${url}${eventsPath}`, {
    headers: { openToken: fixture.token, 'user-agent': 'testkit' },
    signal: abort.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const [events, all]: [LiveEvent[], LiveEvent[]] = [[], []];
  // The server's own work is told too, at any time; here only what the test itself tells counts.
  const take = (event: LiveEvent): void => {
    all.push(event);
    if (own.has(event.id) && event.topic !== 'activity') events.push(event);
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      for (const line of decoder.decode(chunk).split('\n'))
        if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)));
  };
  read().catch(() => undefined);
  const until = async (count: number): Promise<void> => {
    await expect.poll(() => events.length).toBeGreaterThanOrEqual(count);
  };
  return { events, all, until, end: () => abort.abort() };
}

const other = 999_999 as never;

test('every open console of a workspace hears what changed in it, and nothing of another workspace', async () => {
  const [first, second] = [await listen(), await listen()];
  await publish(server.database.db, other, { topic: 'order', id: 'elsewhere' });
  await publish(server.database.db, fixture.workspaceId, { topic: 'order', id: 'told' });
  for (const stream of [first, second]) {
    await stream.until(1);
    expect(stream.events).toEqual([{ topic: 'order', id: 'told' }]);
    stream.end();
  }
});

test('a console that is open at one server hears what somebody did at another', async () => {
  const stream = await listen(elsewhere);
  const ask = { wallet_id: fixture.workspaceId, sub_wallet_name: 'Made elsewhere' };
  const { sub_wallet_id } = await fixture.api.wallet.createSubWallet(ask);
  await expect.poll(() => stream.all).toContainEqual({ topic: 'balance', id: String(sub_wallet_id) });
  stream.end();
});

test('what is rolled back is told to nobody', async () => {
  const stream = await listen();
  await server.database.db
    .transaction()
    .execute(async (tx) => {
      await publish(tx, fixture.workspaceId, { topic: 'balance', id: 'no' });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await publish(server.database.db, fixture.workspaceId, { topic: 'balance', id: 'yes' });
  await stream.until(1);
  expect(stream.events).toEqual([{ topic: 'balance', id: 'yes' }]);
  stream.end();
});

test('when the listening connection was lost, everybody looks at everything again', async () => {
  const stream = await listen();
  await server.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'holdfast-events' and datname = current_database()",
  );
  await stream.until(6);
  expect(new Set(stream.events.map(({ topic, id }) => `${topic}:${id}`))).toContain('order:');
  stream.events.length = 0;
  await publish(server.database.db, fixture.workspaceId, { topic: 'todo', id: 'again' });
  await stream.until(1);
  stream.end();
});
