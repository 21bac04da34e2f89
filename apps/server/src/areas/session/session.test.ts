import { fixedClock, raw, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { createPasswords } from './password.ts';
import { absoluteMs, idleMs, ladderThresholds, stepUpMs } from './rules.ts';

const clock = fixedClock();
let server: TestServer;
let fixture: Installed;

beforeAll(async () => {
  server = await startTestServer({ clock, config: { trustedProxies: ['127.0.0.1'] } });
  fixture = await install(server);
});
afterAll(() => server.close());
/** Past any lock and any code used by the test before. */
beforeEach(() => clock.advance(48 * 3_600_000));

const code = () => totpAt(fixture.account.secret, clock());
const login = (over: Partial<{ account: string; password: string; totp: string }> = {}) =>
  server
    .api()
    .session.login({ account: fixture.account.email, password: fixture.account.password, totp: code(), ...over });
const fresh = async () => (await login()).open_token;
const infoWith = (token: string, agent?: string) => server.api({ token, ...(agent ? { agent } : {}) }).user.info({});

test('a login gives a token that says who the user is and what they may do', async () => {
  const token = await fresh();
  const info = await infoWith(token);
  expect(info).toMatchObject({ email: 'owner@example.org', google_status: true, solo_mode: true, single_host: true });
  expect(info.wallets).toMatchObject([
    { wallet_id: fixture.workspaceId, role: 1, role_name: 'owner', member_id: 'owner-1' },
  ]);
  const { permissions } = await server.api({ token }).user.permissions({});
  expect(permissions).toContain('withdraw.create');
});

test('the token is stored only as a hash', async () => {
  const token = await fresh();
  const { rows } = await server.database.pool.query("select string_agg(s::text, ' ') as all from sessions s");
  expect(rows[0].all).not.toContain(token);
  expect(rows[0].all).not.toContain(Buffer.from(token).toString('hex'));
});

test.each(['', 'nonsense', 'A'.repeat(43), 'x'.repeat(5000)])('an unknown token (%#) is 110909', async (token) => {
  const reply = await raw(server.url, '/api/openPlatform/wallet/userInfo', { token, language: 'zh_CN' });
  expect(reply.json()).toEqual({ code: 110909, msg: '请重新登录', data: null });
});

test('a session ends after 30 minutes without use, and not before', async () => {
  const token = await fresh();
  clock.advance(idleMs - 1);
  await infoWith(token);
  clock.advance(idleMs - 1);
  await infoWith(token);
  clock.advance(idleMs);
  await expect(infoWith(token)).rejects.toMatchObject({ code: 110909 });
});

test('a session ends after 12 hours however much it is used', async () => {
  const token = await fresh();
  for (let passed = 0; passed + idleMs / 2 < absoluteMs; passed += idleMs / 2) {
    clock.advance(idleMs / 2);
    if (passed + idleMs / 2 < absoluteMs) await infoWith(token);
  }
  clock.advance(idleMs / 2);
  await expect(infoWith(token)).rejects.toMatchObject({ code: 110909 });
});

test('logging out ends this session; logging out everywhere ends all', async () => {
  const first = await fresh();
  clock.advance(30_000);
  const second = await fresh();
  clock.advance(30_000);
  const third = await fresh();
  await server.api({ token: first }).session.logout({});
  await expect(infoWith(first)).rejects.toMatchObject({ code: 110909 });
  await infoWith(second);
  await server.api({ token: second }).session.logout({ everywhere: true });
  for (const token of [second, third]) await expect(infoWith(token)).rejects.toMatchObject({ code: 110909 });
});

test('a token shown by another kind of browser is refused; a newer version of the same one is not', async () => {
  const agent = (version: number) => `Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/${version}.0 Safari/537.36`;
  const { open_token: token } = await server
    .api({ agent: agent(140) })
    .session.login({ account: fixture.account.email, password: fixture.account.password, totp: code() });
  await infoWith(token, agent(141));
  await expect(infoWith(token, 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/140.0')).rejects.toMatchObject({
    code: 110909,
  });
});

test('one authenticator code logs in once, however many try it at the same time', async () => {
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => login()));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  clock.advance(48 * 3_600_000);
  const used = code();
  await login({ totp: used });
  await expect(login({ totp: used })).rejects.toMatchObject({ code: 300011 });
});

test('a code older than the last one used is refused although its time is not over', async () => {
  const older = code();
  clock.advance(30_000);
  await login();
  await expect(login({ totp: older })).rejects.toMatchObject({ code: 300011 });
});

test('unknown account, wrong password and wrong code get the same answer', async () => {
  const wrongCode = code() === '000000' ? '000001' : '000000';
  const answers = await Promise.all(
    [{ account: 'nobody@example.org' }, { password: 'wrong' }, { totp: wrongCode }].map((over) =>
      login(over).catch(({ code: number, message, data }) => ({ number, message, data })),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ number: 300011 });
});

test.each(['owner@example.org', 'nobody@example.org'])(
  'five failures lock %s for 15 minutes, and longer each time; the right password does not help meanwhile',
  async (account) => {
    const attempt = (password: string) => login({ account, password }).catch((error) => error);
    for (let round = 0; round < 5; round++) expect(await attempt('wrong')).toMatchObject({ code: 300011 });
    expect(await attempt(fixture.account.password)).toMatchObject({
      code: 300012,
      message: expect.stringContaining('15 min'),
    });
    clock.advance(15 * 60_000 + 1);
    expect(await attempt('wrong')).toMatchObject({ code: 300011 });
    expect(await attempt('wrong')).toMatchObject({ code: 300012, message: expect.stringContaining('30 min') });
  },
);

test('guesses made at the same time do not slip past the lock together', async () => {
  const results = await Promise.all(
    Array.from({ length: 30 }, () => login({ password: 'wrong' }).catch((error) => error.code)),
  );
  expect(results.filter((number) => number === 300011)).toHaveLength(5);
  expect(results.filter((number) => number === 300012)).toHaveLength(25);
});

/** Tries to log in from a network address; the answer's code. */
async function from(network: string, password = fixture.account.password): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': network };
  const fields = { account: fixture.account.email, password, totp: code() };
  const body = new URLSearchParams(fields).toString();
  return (await raw(server.url, '/api/login', { method: 'POST', headers, body })).json().code;
}

test('who fails elsewhere locks the owner out neither of logging in nor of step-up', async () => {
  const token = await fresh();
  clock.advance(30_000);
  for (let round = 0; round < 5; round++) expect(await from('198.51.100.7', 'wrong')).toBe(300011);
  expect(await from('198.51.100.7')).toBe(300012);
  // A neighbour's address is the same place.
  expect(await from('198.51.100.8')).toBe(300012);
  expect(await from('203.0.113.7')).toBe(0);
  clock.advance(30_000);
  for (let round = 0; round < 5; round++) await login({ password: 'wrong' }).catch(() => undefined);
  await expect(login()).rejects.toMatchObject({ code: 300012 });
  expect(await server.api({ token }).session.stepUp({ totp: code() })).toHaveProperty('open_token');
});

test('guesses from very many networks lock the account everywhere', async () => {
  await server.database.pool.query(
    `insert into login_ladders values ($1, $2, null, $3)
     on conflict (key) do update set failures = excluded.failures, locked_until = null, updated_at = excluded.updated_at`,
    [`acc:${fixture.account.email}`, ladderThresholds.accountEverywhere - 4, clock()],
  );
  for (let n = 0; n < 4; n++) expect(await from(`10.0.${n}.1`, 'wrong')).toBe(300011);
  expect(await from('203.0.113.7')).toBe(300012);
});

test('wrong codes lock step-up by themselves', async () => {
  const api = server.api({ token: await fresh() });
  clock.advance(30_000);
  const wrong = code() === '000000' ? '000001' : '000000';
  const codes = [];
  for (let round = 0; round < 6; round++)
    codes.push(await api.session.stepUp({ totp: wrong }).catch((error) => error.code));
  expect(codes).toEqual([300013, 300013, 300013, 300013, 300013, 300012]);
});

test('a success clears what was counted', async () => {
  for (let round = 0; round < 4; round++) await login({ password: 'wrong' }).catch(() => undefined);
  await login();
  clock.advance(30_000);
  for (let round = 0; round < 4; round++)
    expect(await login({ password: 'wrong' }).catch((error) => error.code)).toBe(300011);
});

test('a fresh code replaces the token and renews the second factor', async () => {
  const token = await fresh();
  clock.advance(stepUpMs + 1);
  const api = server.api({ token });
  await expect(api.session.stepUp({ totp: code() === '000000' ? '000001' : '000000' })).rejects.toMatchObject({
    code: 300013,
  });
  const began = async (of: typeof api) =>
    (await of.account.sessions({})).list.find(({ current }) => current)?.created_at;
  const before = await began(api);
  const grant = await api.session.stepUp({ totp: code() });
  expect(grant.step_up_until.getTime()).toBe(clock().getTime() + stepUpMs);
  // The token is another one, and whoever has it logged in when they did.
  expect(await began(server.api({ token: grant.open_token }))).toEqual(before);
  expect(before).not.toEqual(clock());
  await expect(infoWith(token)).rejects.toMatchObject({ code: 110909 });
  expect((await infoWith(grant.open_token)).step_up_until).toEqual(grant.step_up_until);
});

test('sessions over for a week are removed, live ones stay', async () => {
  const old = await fresh();
  clock.advance(8 * 86_400_000);
  const live = await fresh();
  await server.restart();
  await expect
    .poll(async () => (await server.database.pool.query('select count(*)::int as n from sessions')).rows[0].n)
    .toBe(1);
  await infoWith(live);
  await expect(infoWith(old)).rejects.toMatchObject({ code: 110909 });
});

test('the login history tells successes and failures, and no password or code', async () => {
  await login({ password: 'hunter2-wrong' }).catch(() => undefined);
  await login();
  await server.logSettled();
  const { rows } = await server.database.pool.query('select * from login_history order by id desc limit 2');
  expect(rows.map(({ result, reason }) => [result, reason])).toEqual([
    [true, ''],
    [false, 'password'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

test('the password is kept as argon2id and the authenticator secret sealed', async () => {
  const { rows } = await server.database.pool.query('select password_hash, totp_secret from users');
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$/);
  expect(await createPasswords().hash('a password')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(rows[0].totp_secret).not.toContain(fixture.account.secret);
});
