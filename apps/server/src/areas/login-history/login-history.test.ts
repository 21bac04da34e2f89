import { fixedClock, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';

const clock = fixedClock();
let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer({ clock, config: { trustedProxies: ['127.0.0.1'] } });
  fixture = await install(server);
});
afterAll(() => server.close());
beforeEach(() => clock.advance(48 * 3_600_000));

const chrome = 'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0';
interface Where {
  readonly agent?: string;
  readonly network?: string;
  readonly password?: string;
}
/** Logs in from somewhere, and gives the API as that session has it. */
async function login({ agent = chrome, network = '203.0.113.7', password }: Where = {}) {
  clock.advance(60_000);
  const { email, secret } = fixture.account;
  const reply = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { clientType: 'web', 'user-agent': agent, 'x-forwarded-for': network, ...form },
    body: new URLSearchParams({
      account: email,
      password: password ?? fixture.account.password,
      totp: totpAt(secret, clock()),
    }),
  });
  const { data } = (await reply.json()) as { data: { open_token: string } | null };
  await server.logSettled();
  return server.api({ token: data?.open_token, agent });
}
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('the history has successes and failures with time, network, device and reason, newest first', async () => {
  await login({ password: 'wrong wrong wrong' });
  const api = await login({ network: '203.0.113.99' });
  const { list, total } = await api.loginHistory.list({ page_size: 2 });
  expect(total).toBeGreaterThan(2);
  expect(list).toMatchObject([
    { result: true, reason: '', ip: '203.0.113.99', device: 'chrome', method: 'password+totp', time: clock() },
    { result: false, reason: 'password', ip: '203.0.113.7', ua: chrome },
  ]);
});

test('the failure that locks the account says until when', async () => {
  for (let i = 0; i < 5; i++) await login({ password: 'wrong wrong wrong' });
  const { rows } = await server.database.pool.query<{ entry: string }>(
    "select entry from audit_log where action = 'session.login' order by seq desc limit 2",
  );
  const [locking, before] = rows.map(({ entry }) => JSON.parse(entry).detail);
  expect(locking.lockedUntil).toBe(new Date(clock().getTime() + 15 * 60_000).toISOString());
  expect(before).not.toHaveProperty('lockedUntil');
});

test('it filters by result, text and time, and pages', async () => {
  const api = await login({ network: '198.51.100.23' });
  const every = await api.loginHistory.list({ page_size: 200 });
  const failed = await api.loginHistory.list({ result: false });
  expect(failed.list.every(({ result }) => !result)).toBe(true);
  expect(failed.total).toBe(every.list.filter(({ result }) => !result).length);
  expect((await api.loginHistory.list({ keyword: '198.51' })).total).toBe(1);
  expect((await api.loginHistory.list({ keyword: '%' })).total).toBe(0);
  expect((await api.loginHistory.list({ start: clock() })).total).toBe(1);
  expect((await api.loginHistory.list({ end: new Date(0) })).total).toBe(0);
  const second = await api.loginHistory.list({ page_no: 2, page_size: 1 });
  expect(second.list[0]?.id).toBe(every.list[1]?.id);
});

test('a login from a kind of device or a network never seen before is an alert until the user says it was they', async () => {
  const known = await login();
  const before = (await known.loginHistory.alerts({})).list.length;
  await login({ network: '203.0.113.8' });
  expect((await known.loginHistory.alerts({})).list).toHaveLength(before);
  await login({ agent: firefox });
  await login({ network: '192.0.2.1' });
  const { list } = await known.loginHistory.alerts({});
  expect(list.slice(0, 2)).toMatchObject([
    { ip: '192.0.2.1', device: 'chrome', is_new: true, acknowledged: false },
    { device: 'firefox', is_new: true },
  ]);
  for (const { id } of list) await known.loginHistory.acknowledge({ id });
  await server.logSettled();
  expect((await known.loginHistory.alerts({})).list).toEqual([]);
  await login({ agent: firefox });
  expect((await known.loginHistory.alerts({})).list).toEqual([]);
});

test("another user's login cannot be acknowledged, nor one that is not there", async () => {
  const api = await login();
  await server.database.pool.query(
    "insert into audit_outbox (record) select record from (select entry::jsonb - 'v' - 'seq' - 'prev' || '{\"object\": \"user:999\", \"actor\": \"user:999\"}' as record from audit_log where action = 'session.login' order by seq desc limit 1) r",
  );
  await server.logSettled();
  const { rows } = await server.database.pool.query<{ id: number }>(
    "select id from login_history where object = 'user:999'",
  );
  for (const id of [rows[0]?.id, 9_999_999])
    await expect(api.loginHistory.acknowledge({ id: id as never })).rejects.toMatchObject({ code: 300028 });
  expect((await api.loginHistory.list({ page_size: 200 })).list.map(({ id }) => id)).not.toContain(rows[0]?.id);
});

test('"not me" ends every session of the user, this one too, and quiets the alerts', async () => {
  const [first, second] = [await login(), await login({ network: '192.0.2.77' })];
  await expect(first.loginHistory.list({})).resolves.toBeTruthy();
  expect((await second.loginHistory.revokeAll({})).revoked).toBeGreaterThanOrEqual(2);
  for (const api of [first, second]) await expect(api.user.info({})).rejects.toMatchObject({ code: 110909 });
  const again = await login();
  expect((await again.loginHistory.alerts({})).list).toEqual([]);
});

test('"not me" needs a fresh second factor', async () => {
  const api = await login();
  clock.advance(6 * 60_000);
  await expect(api.loginHistory.revokeAll({})).rejects.toMatchObject({ code: 300004 });
  await expect(api.user.info({})).resolves.toBeTruthy();
});
