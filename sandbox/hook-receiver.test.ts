import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHookReceiver } from './hook-receiver.ts';

let server: Awaited<ReturnType<typeof startHookReceiver>>;
let url = '';
beforeAll(async () => {
  server = await startHookReceiver(0);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const secret = randomBytes(32);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const keys = [`whsec_${secret.toString('base64')}`, `whpk_${raw.toString('base64')}`];
const body = '{"seq":1}';
function headersOf(id: string, seconds = Math.floor(Date.now() / 1_000), schemes = ['v1', 'v1a']) {
  const content = Buffer.from(`${id}.${seconds}.${body}`);
  const signatures = {
    v1: `v1,${createHmac('sha256', secret).update(content).digest('base64')}`,
    v1a: `v1a,${sign(null, content, privateKey).toString('base64')}`,
  };
  const given = schemes.map((scheme) => signatures[scheme as 'v1']).join(' ');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': given };
}
const send = async (headers: Record<string, string>, text = body) =>
  (await fetch(`${url}/hook`, { method: 'POST', headers, body: text, redirect: 'manual' })).status;
const say = (change: object, headers: Record<string, string> = { 'x-receiver': '1' }) =>
  fetch(`${url}/control`, { method: 'POST', headers, body: JSON.stringify(change) });
const shown = async () => {
  const reply = await fetch(`${url}/received`);
  return (await reply.json()) as { keys: number; received: { id: string; signature: string; again: boolean }[] };
};

test('it says whose signature holds, by either scheme, and what was had before', async () => {
  await send(headersOf('evt_0'));
  await say({ keys });
  await send(headersOf('evt_1', undefined, ['v1']));
  await send(headersOf('evt_2', undefined, ['v1a']));
  await send(headersOf('evt_2'));
  await send(headersOf('evt_3'), '{"seq":2}');
  await send(headersOf('evt_4', 1_000_000_000));
  await send({});
  const said = (await shown()).received.map(({ id, signature, again }) => `${id} ${signature}${again ? ' again' : ''}`);
  expect(said.reverse()).toEqual([
    'evt_0 none',
    'evt_1 good',
    'evt_2 good',
    'evt_2 good again',
    'evt_3 bad',
    'evt_4 late',
    ' bad',
  ]);
});

test('it fails in the way that it is told to', async () => {
  for (const [mode, status] of [
    ['error', 500],
    ['busy', 429],
    ['redirect', 302],
    ['ok', 200],
  ] as const) {
    await say({ mode });
    expect(await send(headersOf(mode))).toBe(status);
  }
  await say({ mode: 'silent' });
  const silent = fetch(`${url}/hook`, {
    method: 'POST',
    headers: headersOf('s'),
    body,
    signal: AbortSignal.timeout(300),
  });
  await expect(silent).rejects.toThrow();
  await say({ mode: 'ok' });
});

test('no form of another page tells it anything, and what is no key is none', async () => {
  expect((await say({ keys: [] }, {})).status).toBe(403);
  await say({ keys: ['nonsense', 7, ...keys] });
  expect((await shown()).keys).toBe(2);
});
