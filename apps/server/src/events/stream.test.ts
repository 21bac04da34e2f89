import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventsPath, type LiveEvent } from '@holdfast/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpApp } from '../http/bind.ts';
import type { Caller, MemberCaller } from '../http/context.ts';
import { createHttp } from '../http/server.ts';
import { bindEvents } from './stream.ts';

const member = { workspaceId: 7, memberId: 'm-1', role: 'viewer' } as unknown as MemberCaller;
/** Long enough for a client to leave while its session is looked up. */
const lookUpMs = 15;

let http: FastifyInstance;
let subscribed: Set<(event: LiveEvent) => void>;
let callerNow: () => Promise<Caller | null>;

beforeEach(async () => {
  http = await createHttp({ trustedProxies: [], origin: 'http://localhost' } as never, pino({ level: 'silent' }));
  subscribed = new Set();
  callerNow = async () => member;
  const authenticate = async () => {
    await sleep(lookUpMs);
    return member;
  };
  const app = {
    fastify: http,
    limiter: { spend: () => undefined, proven: () => undefined },
    authenticate,
  } as unknown as HttpApp;
  const subscribe = (_: unknown, listener: (event: LiveEvent) => void) => {
    subscribed.add(listener);
    return () => subscribed.delete(listener);
  };
  const hub = { subscribe, close: async () => undefined };
  bindEvents(app, { hub, callerNow: () => callerNow(), heartbeatMs: 20 });
  await http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => http.close());

interface Client {
  readonly text: () => string;
  readonly ended: () => boolean;
  readonly leave: () => void;
}
function listen(): Client {
  const { port } = http.server.address() as net.AddressInfo;
  let text = '';
  let ended = false;
  const socket = net.connect(port, '127.0.0.1', () =>
    socket.write(`GET ${eventsPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nopenToken: t\r\n\r\n`),
  );
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      ended = true;
    });
  return { text: () => text, ended: () => ended, leave: () => socket.destroy() };
}

test('clients that leave while their session is looked up leave nothing behind', async () => {
  for (let round = 0; round < 30; round++) {
    const client = listen();
    await sleep(5);
    client.leave();
  }
  await sleep(lookUpMs * 5);
  // What is left behind stays for ever.
  await expect.poll(() => subscribed.size).toBe(0);
  const client = listen();
  await expect.poll(() => subscribed.size).toBe(1);
  client.leave();
  await expect.poll(() => subscribed.size).toBe(0);
});

test('an event that arrives while a stream is being ended is dropped, and hurts nobody', async () => {
  const thrown: unknown[] = [];
  const note = (error: unknown) => thrown.push(error);
  process.on('uncaughtException', note);
  try {
    const client = listen();
    await expect.poll(() => client.text()).toContain('retry');
    const listeners = [...subscribed];
    const tellAll = (id: string) => listeners.map((listener) => listener({ topic: 'order', id }));
    let ending = false;
    const keepTelling = async () => {
      for (let hop = 0; hop < 50; hop++) {
        await undefined;
        if (ending) tellAll('late');
      }
    };
    // The stream ends in one of the microtasks after this answer; its socket closes later.
    callerNow = async () => {
      keepTelling().catch(note);
      queueMicrotask(() => {
        queueMicrotask(() => {
          ending = true;
        });
      });
      return null;
    };
    await expect.poll(() => client.ended()).toBe(true);
    tellAll('later');
    await sleep(50);
    expect(client.text()).not.toContain('later');
    expect(subscribed.size).toBe(0);
    expect(thrown).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
  }
});

test('a stream whose session cannot be looked up any more is ended', async () => {
  const client = listen();
  await expect.poll(() => client.text()).toContain(': beat');
  callerNow = () => Promise.reject(new Error('the database is away'));
  await expect.poll(() => client.ended()).toBe(true);
  expect(subscribed.size).toBe(0);
});

test.each<[string, Partial<Caller>]>([
  ['is a member no longer', { workspaceId: null, memberId: null, role: null }],
  ['has gone to another workspace', { workspaceId: 8 as never }],
])('a stream ends when its session %s', async (_, changed) => {
  const client = listen();
  await expect.poll(() => client.text()).toContain(': beat');
  callerNow = async () => ({ ...member, ...changed });
  await expect.poll(() => client.ended()).toBe(true);
  expect(subscribed.size).toBe(0);
});
