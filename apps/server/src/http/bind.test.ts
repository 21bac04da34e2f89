import { connect } from 'node:net';
import { contract, eventsPath } from '@holdfast/contract';
import { raw } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';

let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await install(server);
});
afterAll(() => server.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const alias = '/api/mpc/wallet/update/alias';
const post = (body: string, headers: Record<string, string>, path = alias) =>
  raw(server.url, path, { method: 'POST', token: fixture.token, headers, body });

test('form data and JSON are the same request', async () => {
  expect((await post(`wallet_id=${fixture.workspaceId}&alias=One`, form)).json().code).toBe(0);
  expect((await post(JSON.stringify({ wallet_id: fixture.workspaceId, alias: 'Two' }), json)).json().code).toBe(0);
  expect((await fixture.api.wallet.asset({})).list[0]?.alias).toBe('Two');
});

test.each([
  ['not JSON', '{bad', json],
  ['JSON that is no object', '[1,2]', json],
  ['JSON null', 'null', json],
  ['a prototype in JSON', '{"__proto__":{"admin":1},"alias":"x"}', json],
  ['another content type', '<a/>', { 'content-type': 'text/xml' }],
  ['a repeated field', 'wallet_id=1&alias=a&alias=b', form],
  ['a missing field', 'alias=a', form],
  ['an empty body', '', form],
  ['a wrong type', 'wallet_id=one&alias=a', form],
  ['too much text', `wallet_id=1&alias=${'x'.repeat(51)}`, form],
  ['control characters', 'wallet_id=1&alias=a%00b', form],
])('%s is 100004, and says nothing of what was sent', async (_what, body, headers) => {
  const reply = await post(body, headers);
  expect(reply.json()).toMatchObject({ code: 100004 });
  expect(reply.text).not.toContain('admin');
});

test('repeated query parameters are refused', async () => {
  const reply = await raw(server.url, '/api/mpc/sub_wallets?wallet_id=1&wallet_id=2', { token: fixture.token });
  expect(reply.json()).toMatchObject({ code: 100004, data: null });
});

test('an oversized body is refused before it is read', async () => {
  const reply = await post(`alias=${'x'.repeat(300_000)}`, form);
  expect([reply.status, reply.json().code]).toEqual([413, 300014]);
});

test('a field the contract does not have changes nothing', async () => {
  expect((await post(`wallet_id=${fixture.workspaceId}&alias=Three&role=owner&workspace_id=9`, form)).json().code).toBe(
    0,
  );
});

test('a write without a custom header is refused, as a cross-site form would send it', async () => {
  const response = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ account: 'a' }),
  });
  expect(await response.json()).toMatchObject({ code: 300015 });
});

test('no endpoint but the public ones answers without a session, whatever it is sent', async () => {
  for (const area of Object.values(contract))
    for (const endpoint of Object.values(area)) {
      if (endpoint.access === 'public') continue;
      const reply = await raw(server.url, endpoint.path, { method: endpoint.method });
      expect(reply.json(), endpoint.path).toMatchObject({ code: 110909 });
    }
  expect((await raw(server.url, eventsPath)).json()).toMatchObject({ code: 110909 });
});

test("another workspace's wallet answers exactly like one that does not exist", async () => {
  const other = await otherWorkspace();
  for (const pair of [
    ['/api/mpc/sub_wallets?wallet_id=', other.workspaceId, 999_999],
    ['/api/mpc/sub_wallets/all?wallet_id=', other.workspaceId, 999_999],
    ['/api/mpc/sub_wallet/coins/asset?sub_wallet_id=', other.subWalletId, 999_999],
    ['/api/mpc/sub_wallet/focus/coin?sub_wallet_id=', other.subWalletId, 999_999],
    [`/api/mpc/wallets/history?wallet_id=${fixture.workspaceId}&sub_wallet_id=`, other.subWalletId, 999_999],
  ] as const) {
    const [path, theirs, absent] = pair;
    const answers = await Promise.all(
      [theirs, absent].map((id) => raw(server.url, `${path}${id}`, { token: fixture.token })),
    );
    expect(answers[0]?.text, path).toBe(answers[1]?.text);
    expect(answers[0]?.json()).toMatchObject({ code: 200005 });
  }
  const aliases = await Promise.all(
    [other.subWalletId, 999_999].map((id) =>
      post(`wallet_id=${fixture.workspaceId}&sub_wallet_id=${id}&alias=x`, form),
    ),
  );
  expect(aliases[0]?.text).toBe(aliases[1]?.text);
});

/** A second workspace beside the one of the session, with a sub-wallet. */
async function otherWorkspace(): Promise<{ workspaceId: number; subWalletId: number }> {
  const { rows } = await server.database.pool.query(`
    with w as (insert into workspaces (name, key_group_id) select 'Other', id from key_groups returning id)
    insert into sub_wallets (workspace_id, name, type, created_by) select w.id, 'Theirs', 1, u.id from w, users u
    returning workspace_id as "workspaceId", id as "subWalletId"`);
  return rows[0];
}

test('a member with a lesser role is refused what their role does not hold', async () => {
  await server.database.pool.query("update members set role = 'viewer'");
  try {
    expect((await post(`wallet_id=${fixture.workspaceId}&alias=No`, form)).json()).toMatchObject({ code: 200004 });
    await fixture.api.wallet.asset({});
  } finally {
    await server.database.pool.query("update members set role = 'owner'");
  }
});

test('a member who was removed is refused although the session lives', async () => {
  await server.database.pool.query("update members set status = 'removed'");
  try {
    await expect(fixture.api.wallet.asset({})).rejects.toMatchObject({ code: 200004 });
  } finally {
    await server.database.pool.query("update members set status = 'active'");
  }
});

test('what goes wrong inside is logged with a request id and never told', async () => {
  await server.database.pool.query('alter table focus_coins rename to focus_coins_away');
  try {
    const reply = await raw(server.url, `/api/mpc/sub_wallet/focus/coin?sub_wallet_id=${fixture.subWalletId}`, {
      token: fixture.token,
    });
    expect(reply.status).toBe(500);
    expect(reply.json()).toMatchObject({ code: 100001, data: null });
    expect(reply.json().msg).toContain(reply.headers.get('x-request-id'));
    expect(reply.text).not.toMatch(/focus_coins|relation|select/i);
  } finally {
    await server.database.pool.query('alter table focus_coins_away rename to focus_coins');
  }
});

test('unknown paths and methods under /api are envelopes', async () => {
  const unknown = await raw(server.url, '/api/mpc/nope');
  expect([unknown.status, unknown.json().code]).toEqual([404, 300016]);
  const method = await raw(server.url, '/api/login');
  expect([method.status, method.json().code]).toEqual([405, 300035]);
});

test('the console answers every screen of /mpc and both login pages, and 404 for a missing asset', async () => {
  for (const path of ['/mpc', '/mpc/wallet', '/mpc/center/todo', '/login', '/zh-CN/login']) {
    const reply = await raw(server.url, path);
    expect([reply.status, reply.headers.get('cache-control')], path).toEqual([200, 'no-cache']);
    expect(reply.text).toContain('<title>Holdfast');
    expect(reply.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
  }
  // Of other places the page may ask the signers alone.
  const [, asks] = /connect-src ([^;]*)/.exec(
    (await raw(server.url, '/mpc')).headers.get('content-security-policy') ?? '',
  ) ?? [''];
  expect(asks).toBe(["'self'", ...server.signers.map(({ origin }) => origin)].join(' '));
  const asset = await raw(server.url, '/mpc/assets/app-1234.js');
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect((await raw(server.url, '/mpc/assets/app-0000.js')).status).toBe(404);
  for (const outside of [
    '/mpc/..%2f..%2fidentity.json',
    '/mpc/assets/..%2f..%2f..%2fidentity.json',
    '/mpc/%2e%2e/identity.json',
  ])
    expect((await raw(server.url, outside)).text, outside).not.toContain('dh');
  const home = await raw(server.url, '/');
  expect([home.status, home.headers.get('location')]).toEqual([302, '/mpc']);
});

test('no answer of the API may be cached, sniffed or framed', async () => {
  const { headers } = await raw(server.url, '/api/setup/status');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
});

test('what is no HTTP is answered in the envelope, and its connection ended', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /api/setup/status HTTP/1.1\r\nbad header line\r\n\r\n');
  let reply = '';
  for await (const chunk of socket) reply += chunk;
  expect(reply).toMatch(/^HTTP\/1\.1 400/);
  expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: expect.any(Number),
    msg: expect.stringMatching(/./),
    data: null,
  });
});
