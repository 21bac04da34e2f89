import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { createEventHub, publish } from './hub.ts';
import { openListener } from './listener.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await startTestDatabase();
});
afterAll(() => base.close());

const workspace = 7 as never;
const every = 50;

/** The database behind a door that can be shut: an open connection ends, a new one is accepted and cut at once. */
async function openDoor() {
  const sockets = new Set<net.Socket>();
  let shut = false;
  let knocks = 0;
  const { host, port } = base.connection as { host: string; port: number };
  const door = net.createServer((socket) => {
    socket.on('error', () => undefined);
    knocks += 1;
    if (shut) return void socket.destroy();
    const inside = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    inside.on('error', () => undefined);
    for (const each of [socket, inside]) sockets.add(each);
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  return {
    connection: { ...base.connection, host: '127.0.0.1', port: (door.address() as net.AddressInfo).port },
    knocks: () => knocks,
    shut: () => {
      shut = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    open: () => {
      shut = false;
    },
    close: () => door.close(),
  };
}

test('while the database is away it is asked once per interval, and once it is back one connection listens', async () => {
  const door = await openDoor();
  const heard: string[] = [];
  const listener = await openListener(door.connection, { warn: () => undefined }, every);
  const hub = await createEventHub(listener);
  hub.subscribe(workspace, ({ id }) => heard.push(id));
  door.shut();
  const [before, since] = [door.knocks(), performance.now()];
  await expect.poll(() => door.knocks() - before).toBeGreaterThan(9);
  // Never more than one for each interval that has passed, however slowly they pass.
  expect(door.knocks() - before).toBeLessThanOrEqual((performance.now() - since) / every + 1);
  door.open();
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await sleep(every * 4);
  heard.length = 0;
  await publish(base.db, workspace, { topic: 'order', id: 'once' });
  await expect.poll(() => heard).toEqual(['once']);
  await sleep(every);
  expect(heard).toEqual(['once']);
  await listener.close();
  door.close();
});

test('a hub that is closed while the database is away does not come back', async () => {
  const door = await openDoor();
  const listener = await openListener(door.connection, { warn: () => undefined }, every);
  await createEventHub(listener);
  door.shut();
  await sleep(every * 2);
  await listener.close();
  door.open();
  // An attempt that was under way may still arrive.
  await sleep(every * 2);
  const before = door.knocks();
  await sleep(every * 4);
  expect(door.knocks()).toBe(before);
  door.close();
});
