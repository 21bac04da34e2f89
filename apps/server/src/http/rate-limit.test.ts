import { errors } from '@holdfast/contract';
import { fixedClock, raw } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';

const clock = fixedClock();
let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  const limits = { perSecond: 2, burst: 5, loginPerSecond: 0.5, loginBurst: 3 };
  server = await startTestServer({ clock, config: { limits } });
  fixture = await install(server);
  clock.advance(60_000);
});
afterAll(() => server.close());

const status = async (token?: string) => (await raw(server.url, '/api/setup/status', { token })).json().code;
const login = async () => (await raw(server.url, '/api/login', { method: 'POST' })).json().code;

test('a burst is answered, then only as many as the rate allows; the refusal says how long to wait', async () => {
  for (let round = 0; round < 5; round++) expect(await status()).toBe(0);
  const refused = await raw(server.url, '/api/setup/status');
  expect([refused.status, refused.json()]).toMatchObject([
    429,
    { code: 300007, msg: 'Too many requests; please wait 1 s' },
  ]);
  clock.advance(1_000);
  expect([await status(), await status(), await status()]).toEqual([0, 0, 300007]);
});

test('logins have a smaller budget of their own', async () => {
  clock.advance(60_000);
  expect([await login(), await login(), await login(), await login()]).toEqual([100004, 100004, 100004, 300007]);
  expect(await status()).toBe(0);
});

test('made-up tokens share the budget of the network they come from', async () => {
  clock.advance(60_000);
  const codes = [];
  for (let round = 0; round < 8; round++) codes.push(await status(`made-up-${round}`));
  expect(codes).toEqual([0, 0, 0, 0, 0, 300007, 300007, 300007]);
});

test('what has somebody outside be called has a small budget of its own, whatever else is asked', async () => {
  clock.advance(60_000);
  const codes = [];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let round = 0; round < 8; round++) {
    clock.advance(500);
    const call = { method: 'POST', token: fixture.token, headers, body: 'channel_id=1' };
    codes.push((await raw(server.url, '/api/mpc/notice/channel/try', call)).json().code);
  }
  expect(codes).toEqual([...Array(6).fill(errors.itemNotFound.code), 300007, 300007]);
  expect(await status(fixture.token)).toBe(0);
});

test('a session has a budget of its own, which its network does not use up, until it ends', async () => {
  clock.advance(60_000);
  await status(fixture.token);
  for (let round = 0; round < 10; round++) await status(`made-up-${round}`);
  expect(await status()).toBe(300007);
  clock.advance(100);
  const codes = [];
  for (let round = 0; round < 4; round++) codes.push(await status(fixture.token));
  expect(codes).toEqual([0, 0, 0, 0]);
  clock.advance(60_000);
  await fixture.api.session.logout({});
  for (let round = 0; round < 10; round++) await status(fixture.token);
  expect(await status(fixture.token)).toBe(300007);
  expect(await status()).toBe(300007);
});
