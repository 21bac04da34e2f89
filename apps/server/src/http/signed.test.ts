import { createHash } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import { contentDigestHeader, signatureHeader, signatureInputHeader } from '@holdfast/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepDigests, readSigned } from './signed.ts';

const fastify = Fastify();
let port = 0;
beforeAll(async () => {
  await fastify.register(formbody);
  keepDigests(fastify);
  fastify.post('/say', async (request) => ({
    covered: readSigned(request, '') !== undefined,
    body: request.body ?? '',
  }));
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = fastify.server.address() as AddressInfo);
});
afterAll(() => fastify.close());

/** Sends each part in a packet of its own; a reply that never comes is ''. */
function raw(parts: readonly string[]): Promise<string> {
  return new Promise((done) => {
    let reply = '';
    const socket = net.connect(port, '127.0.0.1');
    socket.setNoDelay(true).setTimeout(5_000, () => socket.destroy());
    socket.on('data', (data) => {
      reply += data;
    });
    socket.on('error', () => undefined).on('close', () => done(reply));
    socket.on('connect', async () => {
      for (const part of parts) {
        socket.write(part);
        await sleep(30);
      }
    });
  });
}
const heads = (body: string, length: string): string =>
  [
    'POST /say HTTP/1.1',
    'host: here',
    'connection: close',
    `signature-input: ${signatureInputHeader({ created: 1_763_700_000, nonce: 'n'.repeat(22), keyId: 'p-0', hasBody: true })}`,
    `signature: ${signatureHeader(Buffer.alloc(64, 1).toString('base64'))}`,
    `content-digest: ${contentDigestHeader(createHash('sha256').update(body).digest('base64'))}`,
    'content-type: application/x-www-form-urlencoded',
    length,
    '\r\n',
  ].join('\r\n');
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const answer = (reply: string): unknown =>
  reply === '' ? 'none' : JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));

const body = 'amount=1&to=abc';
const [one, two] = [body.slice(0, 9), body.slice(9)];
const sized = heads(body, `content-length: ${body.length}`);
const chunked = heads(body, 'transfer-encoding: chunked');

it.each<[string, readonly string[]]>([
  ['with its headers', [sized + body]],
  ['after its headers', [sized, body]],
  ['in two parts', [sized + one, two]],
  ['in chunks with its headers', [chunked + chunk(one) + chunk(two) + chunk('')]],
  ['in chunks, the first with its headers', [chunked + chunk(one), chunk(two) + chunk('')]],
  ['in chunks after its headers', [chunked, chunk(one), chunk(two), chunk('')]],
])('what is read of a signed body is all that the signature covers, also when it comes %s', async (_, parts) => {
  expect(answer(await raw(parts))).toEqual({ covered: true, body: { amount: '1', to: 'abc' } });
});

it('a signed body of nothing is answered', async () => {
  expect(answer(await raw([heads('', 'content-length: 0')]))).toMatchObject({ covered: true });
});
