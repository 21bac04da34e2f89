import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createTransportReceiver,
  keepHeader,
  newIdentity,
  type OpenedRequest,
  openRequest,
  publicKeysOf,
  transportOf,
} from '@holdfast/channel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSigner, type Signer, SignerUnreachable } from './client.ts';

const [mine, theirs] = [newIdentity(), newIdentity()];

/** The other end: answers each request with its method, and keeps what handshakes leave unless it is of an earlier release. */
let http: Server;
let signer: Signer;
let handshakes: number;
let taken: string[];
let now: number;
const sessions = new Map<string, ReturnType<typeof createTransportReceiver>>();
let keeps: boolean;
/** What happens to an answer on its way. */
let onItsWay: (status: number, body: Uint8Array) => { status: number; body: Uint8Array };

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function opened(message: Uint8Array): (Omit<OpenedRequest, 'peer' | 'left'> & Partial<OpenedRequest>) | undefined {
  const id = transportOf(message);
  if (id === undefined) {
    handshakes++;
    return openRequest(theirs, { server: publicKeysOf(mine) }, message);
  }
  const open = sessions.get(Buffer.from(id).toString('hex'));
  return open?.(message);
}

beforeEach(async () => {
  [handshakes, taken, now, keeps] = [0, [], 1_000_000, true];
  sessions.clear();
  onItsWay = (status, body) => ({ status, body });
  http = createServer(async (request, response) => {
    const asked = opened(await bodyOf(request));
    let answer = { status: 401, body: new Uint8Array() as Uint8Array };
    if (asked) {
      const { id, method } = JSON.parse(Buffer.from(asked.payload).toString()) as { id: string; method: string };
      const said = taken.includes(id) ? { error: { code: 'notAuthenticated', message: 'replayed' } } : { method };
      taken.push(id);
      answer = { status: 200, body: asked.reply(Buffer.from(JSON.stringify(said))) };
      const left = keeps ? asked.left?.() : undefined;
      if (left) sessions.set(Buffer.from(left.id).toString('hex'), createTransportReceiver(left));
      if (left && request.headers[keepHeader] !== undefined) response.setHeader(keepHeader, '1');
    }
    const { status, body } = onItsWay(answer.status, answer.body);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const config = { id: '1', name: 'one', origin: url, url, ...publicKeysOf(theirs) };
  signer = createSigner(config, mine, () => new Date(now));
});
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

const health = async (): Promise<unknown> => signer.call('health', {} as never);

test('one handshake serves many requests, at once too, and another follows before long', async () => {
  await health();
  await Promise.all(Array.from({ length: 20 }, health));
  expect(handshakes).toBe(1);
  now += 5 * 60_000;
  expect(await health()).toEqual({ method: 'health' });
  expect(handshakes).toBe(2);
});

test('a signer that was restarted knows no session, and is asked again under a new handshake at once', async () => {
  await health();
  sessions.clear();
  expect(await health()).toEqual({ method: 'health' });
  expect([handshakes, taken.length]).toEqual([2, 2]);
});

test('a signer of an earlier release is asked by a handshake each time', async () => {
  keeps = false;
  for (let n = 0; n < 3; n++) expect(await health()).toEqual({ method: 'health' });
  expect(handshakes).toBe(3);
});

test('one who says that a request was not taken which was makes it unknown, not refused: it is not done twice', async () => {
  await health();
  let lies = 1;
  onItsWay = (status, body) => (lies-- > 0 ? { status: 401, body: new Uint8Array() } : { status, body });
  await expect(health()).rejects.toBeInstanceOf(SignerUnreachable);
  expect(new Set(taken).size).toBe(2);
});

test('an answer that is not the signer’s is none, and the next request does not depend on it', async () => {
  await health();
  let wrong = 1;
  onItsWay = (status, body) => ({ status, body: wrong-- > 0 ? body.map((byte) => byte ^ 1) : body });
  await expect(health()).rejects.toBeInstanceOf(SignerUnreachable);
  expect(await health()).toEqual({ method: 'health' });
});
