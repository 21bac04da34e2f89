import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { post } from './post.ts';

const open = new Set<net.Server>();
const sockets = new Set<net.Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all([...open].map((server) => new Promise((resolve) => server.close(resolve))));
  open.clear();
});

/** A signer's place on the network, at which something else answers. */
async function served(server: net.Server): Promise<URL> {
  open.add(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
const asked = { headers: {}, body: new Uint8Array(3), limitMs: 1_000, maxBytes: 100 };

/** @returns how it ended, or that it did not while nothing else is waited for */
const ended = (url: URL): Promise<string> =>
  Promise.race([
    post(url, asked).then(
      ({ status, body }) => `${status} ${body}`,
      (error: Error) => error.message,
    ),
    new Promise<string>((resolve) => setTimeout(resolve, 4_000, 'hangs')),
  ]);

test('an answer is taken whole', async () => {
  const url = await served(http.createServer((_, response) => response.end('yes')));
  expect([await ended(url), await ended(url)]).toEqual(['200 yes', '200 yes']);
});

test.each([
  [
    'switches to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'no answer',
  ],
  ['says nothing', '', 'no answer within 1000 ms'],
  ['never ends', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nyes', 'no answer within 1000 ms'],
  ['is too long', `HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n${'y'.repeat(200)}`, 'the reply is too large'],
])('a call ends in its time when what answers %s', async (_, answer, expected) => {
  const url = await served(net.createServer((socket) => socket.once('data', () => socket.write(answer))));
  expect(await ended(url)).toBe(expected);
});
