import { connect, type Socket } from 'node:net';
import { sealRequest, tagHeader } from '@holdfast/channel';
import { bodyHash, type Intent, intentText, type PolicyDocument, policyHash, policyText } from '@holdfast/policy';
import { standingOf } from '@holdfast/review/freeze';
import { stopFacts } from '@holdfast/signer-ui/signer-api';
import { rawRequest, startFlood } from '@holdfast/testkit/flood';
import {
  ask,
  baseIntent,
  call,
  decide,
  freezeOf,
  genesis,
  must,
  newMember,
  newPolicy,
  type TestMember,
} from '@holdfast/testkit/signer';
import { afterEach, expect, test } from 'vitest';
import { type Pair, type PairOptions, type Place, startPair } from './harness.ts';

/** A signer with a share of requests that is soon used up. What is counted here is what is taken and what is refused, never a time. */
const owner = newMember('owner', 'owner');
let pair: Pair | undefined;
afterEach(() => pair?.stop());

const small = { publicRate: { perSecond: 1, burst: 30 } };
async function start(
  config: PairOptions['config'] = small,
  others: readonly TestMember[] = [],
): Promise<{ first: Place; pair: Pair; policy: PolicyDocument }> {
  const made = await startPair({ config });
  pair = made;
  const policy = newPolicy(made, [owner, ...others], ['owner']);
  await genesis(made, policy, owner);
  const [first] = made.places;
  if (!first) throw new Error('no signer');
  return { first, pair: made, policy };
}

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
const codes = async (count: number, one: (n: number) => ReturnType<typeof ask>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { body } of await Promise.all(Array.from({ length: count }, (_, n) => one(n)))) {
    const code = body.error?.code ?? 'taken';
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};
const freezes =
  (first: Place, policy: PolicyDocument, headers: Record<string, string> = {}) =>
  (n: number) =>
    ask(first, 'POST', '/api/freeze', { freeze: freezeOf(policy, owner, { reason: `order ${n}` }) }, headers);

test('behind a named proxy each client counts by itself', async () => {
  const { first, policy } = await start({ ...small, trustedProxies: ['127.0.0.1'] });
  const stranger = await codes(100, () => ask(first, 'GET', '/api/info', undefined, from('203.0.113.7')));
  expect(stranger.rateLimited).toBeGreaterThanOrEqual(60);
  // What the stranger writes into the header itself makes nobody of them.
  const disguised = await codes(50, (n) =>
    ask(first, 'GET', '/api/info', undefined, from(`198.51.100.${n}, 203.0.113.7`)),
  );
  expect(disguised.taken ?? 0).toBeLessThanOrEqual(25);
  const member = from('2001:db8:1:2::3');
  expect(await codes(20, () => ask(first, 'GET', '/api/info', undefined, member))).toEqual({ taken: 20 });
  expect(await codes(5, freezes(first, policy, member))).toEqual({ taken: 5 });
});

test('also where a proxy was forgotten, and everybody is one, orders to freeze, refusals, health and the server have a share of their own', async () => {
  const { first, pair: fixture, policy } = await start();
  const next: PolicyDocument = { ...policy, version: '2', prev: policyHash(policy) };
  const intent: Intent = { ...baseIntent(policy, 'owner', Date.now()), kind: 'policy', body: bodyHash(next) };
  await must(
    call(fixture, first, 'announce', { intent: intentText(intent), attachments: { document: policyText(next) } }),
  );
  const stranger = from('203.0.113.7');
  expect((await codes(100, () => ask(first, 'GET', '/api/info', undefined, stranger))).rateLimited).toBeGreaterThan(60);
  const knock = () => fetch(`${first.url}/channel`, { method: 'POST', body: new Uint8Array(200) });
  const knocks = await Promise.all(Array.from({ length: 60 }, async () => (await knock()).status));
  expect(knocks).toContain(429);

  expect(await codes(10, () => ask(first, 'GET', '/api/freeze'))).toEqual({ taken: 10 });
  expect(await codes(10, freezes(first, policy))).toEqual({ taken: 10 });
  const refusal = decide(intent, owner, 'refuse');
  expect((await ask(first, 'POST', '/api/refusals', { approval: refusal })).status).toBe(200);
  expect(
    (await ask(first, 'POST', '/api/refusals', { approval: decide(intent, owner, 'approve') })).body.error?.code,
  ).toBe('badRequest');
  const calls = await Promise.all(Array.from({ length: 40 }, () => call(fixture, first, 'health', {})));
  expect(calls.filter(({ error }) => error !== undefined)).toEqual([]);
  const healthy = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`${first.url}/healthz`)).status),
  );
  expect(new Set(healthy)).toEqual(new Set([200]));
});

/** A connection that sends what it is given and then waits, reading what is answered. */
function hold(place: Place, text: string | Uint8Array): Promise<Socket> {
  const socket = connect(Number(new URL(place.url).port), '127.0.0.1');
  socket.resume();
  socket.on('error', () => undefined);
  socket.write(text);
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
}

test('no number of requests keeps anybody from the page on which orders to freeze are made, nor other pages from asking whether this signer stands still', async () => {
  const { first } = await start();
  const pages = async (path: string): Promise<number[]> =>
    Promise.all(Array.from({ length: 100 }, () => fetch(`${first.url}${path}`).then(({ status }) => status)));
  // None is built here: what is asked for is not there.
  expect(new Set(await pages('/'))).toEqual(new Set([404]));
  expect(await pages('/ceremony/')).toContain(429);
  const peer = first.config.peers[0]?.origin ?? '';
  const answer = await fetch(`${first.url}/api/freeze`, { headers: { origin: peer } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(peer);
});

test('no answer to whoever wants to stop signing is long, however long the rules are, and these are read in parts', async () => {
  const others = Array.from({ length: 190 }, (_, n) => newMember(`viewer-${n}`, 'viewer'));
  const { first, policy } = await start(undefined, others);
  const text = policyText(policy);
  expect(text.length).toBeGreaterThan(2 * 16_384);
  const answer = async (path: string) => (await fetch(`${first.url}${path}`)).text();
  const lengths = [
    await answer('/api/freeze'),
    ...(await Promise.all(
      [0, 16_384, 10_000_000 - 1].map((at) => answer(`/api/freeze/rules/${policyHash(policy)}/${at}`)),
    )),
  ].map((body) => body.length);
  expect(Math.max(...lengths)).toBeLessThan(3 * 16_384);
  expect((await stopFacts(first.url)).policyText).toBe(text);
  expect((await ask(first, 'GET', `/api/freeze/rules/${'0'.repeat(64)}/0`)).body.error?.code).toBe('notFound');
  expect((await ask(first, 'POST', '/api/freeze', { freeze: freezeOf(policy, owner) })).body.error).toBeUndefined();
  expect(standingOf(await stopFacts(first.url))).toBe('proven');
});

test('a thousand connections that wait keep neither an order to freeze nor the server out', async () => {
  const { first, pair: fixture, policy } = await start();
  const unfinished =
    'POST /api/freeze HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{';
  const held: Socket[] = [];
  for (let n = 0; n < 1_100; n++) held.push(await hold(first, n % 2 === 0 ? unfinished : 'GET / HT'));
  expect(await codes(10, freezes(first, policy))).toEqual({ taken: 10 });
  expect((await call(fixture, first, 'health', {})).error).toBeUndefined();
  expect(held.some(({ destroyed, readableEnded }) => destroyed || readableEnded)).toBe(true);
  for (const socket of held) socket.destroy();
});

/** An order to freeze that is announced, and of which one byte comes. */
const announcedOrder =
  'POST /api/freeze HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 16384\r\n\r\n{';

test('orders that are announced and not sent keep none of the same address out; the oldest make room, and all end soon', async () => {
  const { first, policy } = await start();
  const held: Socket[] = [];
  let ended = 0;
  for (let n = 0; n < 300; n++) {
    const socket = await hold(first, announcedOrder);
    socket.once('close', () => ended++);
    held.push(socket);
  }
  expect(await codes(10, freezes(first, policy))).toEqual({ taken: 10 });
  expect(ended).toBeGreaterThanOrEqual(44);
  await expect.poll(() => ended, { timeout: 5_000 }).toBe(300);
  for (const socket of held) socket.destroy();
});

test('the server’s bytes are its own: what strangers have waiting under its hint takes nothing of them', async () => {
  const { first, pair: fixture } = await start();
  const { message } = sealRequest(fixture.server, first.keys, new Uint8Array());
  const begun = (headers: string): Uint8Array =>
    Buffer.concat([
      Buffer.from(`POST /channel HTTP/1.1\r\nhost: x\r\ncontent-length: 16777216\r\n${headers}\r\n`),
      message.subarray(0, 9),
    ]);
  const held = await Promise.all([
    ...Array.from({ length: 6 }, () => hold(first, begun(''))),
    ...Array.from({ length: 6 }, () => hold(first, begun(`${tagHeader}: ${'00'.repeat(32)}\r\n`))),
  ]);
  expect((await call(fixture, first, 'health', {})).signer).toBe('1');
  for (const socket of held) socket.destroy();
});

test('what is not tagged by the server is not opened: one byte of its head changed, and nothing else of it is read', async () => {
  const { first, pair: fixture } = await start();
  const { message, tag } = sealRequest(fixture.server, first.keys, new Uint8Array(100));
  const post = async (body: Uint8Array, head: string): Promise<number> =>
    (
      await fetch(`${first.url}/channel`, {
        method: 'POST',
        headers: { [tagHeader]: head },
        body: new Uint8Array(body),
      })
    ).status;
  const altered = new Uint8Array(message);
  altered[20] = (altered[20] ?? 0) ^ 1;
  expect(await post(altered, tag)).toBe(401);
  expect(await post(message, '00'.repeat(32))).toBe(401);
  expect(await post(message, tag)).toBe(200);
});

test('in the middle of a flood every order to freeze is taken, and every call of the server answered', async () => {
  const { first, pair: fixture, policy } = await start({ ...small, trustedProxies: ['127.0.0.1'] });
  const forged = freezeOf(policy, newMember('owner', 'owner'), { credential: owner.member.credentials[0]?.id ?? '' });
  const strangers = Array.from({ length: 200 }, (_, n) => from(`203.0.113.${n}`));
  const flood = await startFlood({
    port: Number(new URL(first.url).port),
    requests: strangers.flatMap((header) => [
      rawRequest('GET', '/api/info', undefined, header),
      rawRequest('POST', '/api/approvals', { approval: { intent: 'x' } }, header),
      rawRequest('POST', '/api/freeze', { freeze: forged }, header),
    ]),
    perSecond: 300,
    connections: 40,
  });
  const calls: string[] = [];
  for (let n = 0; n < 10; n++) {
    calls.push((await freezes(first, policy, from('198.51.100.1'))(n)).body.error?.code ?? 'frozen');
    calls.push((await call(fixture, first, 'health', {})).error?.code ?? 'answered');
  }
  const { sent } = await flood.stop();
  expect(sent).toBeGreaterThan(0);
  expect(calls).toEqual(Array.from({ length: 10 }, () => ['frozen', 'answered']).flat());
});
