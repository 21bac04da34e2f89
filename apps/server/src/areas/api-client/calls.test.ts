import { createHash, randomBytes } from 'node:crypto';
import { errors } from '@holdfast/contract';
import {
  type Api,
  apiClientApi,
  apiClientHeaders,
  type DeviceKey,
  decideAt,
  newDeviceKey,
  outcomeOf,
  refusalOf,
  type TestApiClient,
} from '@holdfast/testkit';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { refuse } from '../../refuse.ts';
import { createCalls, isFrom } from './calls.ts';
import { purgeCalls } from './queries.ts';

/** As the test server's configuration has it; where it listens is another matter. */
const origin = 'http://localhost:8700';
let server: TestServer;
let fixture: SetUp;
let robot: TestApiClient;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
  robot = await admitted('Robot');
});
afterAll(() => server.close());

type Limits = { ip_list?: string[]; expire_at?: Date };
async function decided(api: Api, made: Awaited<ReturnType<Api['apiClient']['save']>>): Promise<void> {
  if (!made.proposal) throw new Error('nothing was proposed');
  await decideAt(made.proposal.approval_url, fixture.owner);
  expect(await outcomeOf(api, made.proposal)).toBe(1);
}
async function admitted(
  name: string,
  limits: Limits = { ip_list: ['127.0.0.1', '::1'] },
  key: DeviceKey = newDeviceKey(),
): Promise<TestApiClient> {
  const made = await fixture.api.apiClient.save({ name, public_key: key.publicKey, ...limits });
  await decided(fixture.api, made);
  return { appId: made.app_id, key, origin };
}
const payments = (apiClient: TestApiClient) => refusalOf(apiClientApi(server.url, apiClient).transaction.list({}));

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly body?: string;
  /** Headers that are other than signed. */
  readonly other?: Readonly<Record<string, string>>;
}
const listPath = '/api/mpc/transaction/list?page_no=1';
/** Signs one request and sends it, perhaps altered. */
async function send(
  apiClient: TestApiClient,
  { method = 'GET', path = listPath, body = '', other = {} }: Sent,
  altered: Sent = {},
) {
  const headers = { ...apiClientHeaders(apiClient, { method, url: `${origin}${path}`, body }), ...other };
  const type = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const response = await fetch(`${server.url}${altered.path ?? path}`, {
    method: altered.method ?? method,
    headers: { ...headers, ...type },
    ...(method === 'POST' ? { body: altered.body ?? body } : {}),
  });
  return {
    headers,
    code: ((await response.json()) as { code: number }).code,
    id: response.headers.get('x-request-id'),
  };
}
const { signatureInvalid, appIdInvalid, requestNotFresh, ipNotAllowed, workspaceExpired, noPermission } = errors;

describe('a request that an API client signs', () => {
  it('is answered as any other', async () => {
    expect(await payments(robot)).toBe('accepted');
    expect((await send(robot, {})).code).toBe(0);
    const [shown] = (await fixture.api.apiClient.detail({ app_id: robot.appId })).list;
    expect(shown).toMatchObject({ last_ip: '127.0.0.1' });
    expect(shown?.last_used_at).not.toBeNull();
  });

  it('is taken once', async () => {
    const { headers, code } = await send(robot, {});
    expect(code).toBe(0);
    const again = await fetch(`${server.url}${listPath}`, { headers });
    expect(((await again.json()) as { code: number }).code).toBe(requestNotFresh.code);
  });

  it('is taken once when it comes twenty times at the same moment', async () => {
    const headers = apiClientHeaders(robot, { method: 'GET', url: `${origin}${listPath}`, body: '' });
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const reply = await fetch(`${server.url}${listPath}`, { headers });
        return ((await reply.json()) as { code: number }).code;
      }),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === requestNotFresh.code)).toHaveLength(19);
  });

  // Its time is of whole seconds, and some pass until it arrives: from ahead it has to be further away than the window.
  it.each([-61_000, 75_000])('is refused when it says to be made %i ms from now', async (ms) => {
    const apiClient = { ...robot, now: () => Date.now() + ms };
    expect((await send(apiClient, {})).code).toBe(requestNotFresh.code);
  });

  it('is refused with another path, query, method or origin than was signed', async () => {
    const invalid = signatureInvalid.code;
    expect((await send(robot, {}, { path: '/api/mpc/transaction/list?page_no=2' })).code).toBe(invalid);
    expect((await send(robot, {}, { path: '/api/mpc/transaction/list' })).code).toBe(invalid);
    expect((await send(robot, {}, { path: '/api/mpc/sub_wallets' })).code).toBe(invalid);
    const elsewhere = apiClientHeaders(robot, { method: 'GET', url: `https://other.example${listPath}`, body: '' });
    const reply = await fetch(`${server.url}${listPath}`, { headers: elsewhere });
    expect(((await reply.json()) as { code: number }).code).toBe(invalid);
  });

  it('is refused with another body than was signed, whatever the digest says', async () => {
    const post = { method: 'POST', path: '/api/mpc/withdraw/cancel', body: 'withdraw_id=1' } as const;
    expect((await send(robot, post)).code).toBe(errors.orderNotFound.code);
    expect((await send(robot, post, { body: 'withdraw_id=2' })).code).toBe(signatureInvalid.code);
    const digest = `sha-256=:${createHash('sha256').update('withdraw_id=2').digest('base64')}:`;
    const forged = { ...post, other: { 'content-digest': digest } };
    expect((await send(robot, forged, { body: 'withdraw_id=2' })).code).toBe(signatureInvalid.code);
  });

  it('is refused when another key signed it, or it names nobody', async () => {
    expect((await send({ ...robot, key: newDeviceKey() }, {})).code).toBe(signatureInvalid.code);
    expect((await send({ ...robot, appId: 'p-0123456789abcdef' }, {})).code).toBe(appIdInvalid.code);
    // A person's key signs no requests.
    const person = { ...robot, appId: fixture.owner.id, key: fixture.owner.key };
    expect((await send(person, {})).code).toBe(appIdInvalid.code);
  });

  it('is refused in every other shape than the one', async () => {
    const input = (edit: (text: string) => string) => {
      const headers = apiClientHeaders(robot, { method: 'GET', url: `${origin}${listPath}`, body: '' });
      return send(robot, { other: { 'signature-input': edit(headers['signature-input'] ?? '') } });
    };
    const edits: ((text: string) => string)[] = [
      (text) => text.replace('"@method" ', ''),
      (text) => text.replace('("@method" "@target-uri")', '("@target-uri" "@method")'),
      (text) => text.replace('alg="ed25519"', 'alg="hmac-sha256"'),
      (text) => text.replace('holdfast', 'other'),
      (text) => text.replace('sig1=', 'sig2='),
      (text) => `${text};expires=9999999999`,
      (text) => text.replace(/nonce="[^"]*"/, 'nonce="short"'),
      (text) => `${text}, ${text}`,
      () => '',
    ];
    for (const edit of edits) expect((await input(edit)).code).toBe(signatureInvalid.code);
    expect((await send(robot, { other: { signature: '' } })).code).toBe(signatureInvalid.code);
    // Neither both a session and a signature.
    expect((await send(robot, { other: { openToken: fixture.token } })).code).toBe(signatureInvalid.code);
  });

  it('opens nothing that belongs to people: no session, no decision, no rules, no address book, no other keys', async () => {
    const api = apiClientApi(server.url, robot);
    const asked = [
      api.user.info({}),
      api.session.logout({}),
      api.todo.list({}),
      api.strategy.policy({}),
      api.team.list({}),
      api.addressBook.list({}),
      api.apiClient.detail({}),
      api.apiClient.save({ name: 'Second', public_key: newDeviceKey().publicKey, ip_list: ['127.0.0.1'] }),
      api.withdraw.audit({ withdraw_id: 1 as never }),
      api.signing.freeze({ reason: 'r' }),
      api.setup.status({}),
    ];
    expect(new Set(await Promise.all(asked.map(refusalOf)))).toEqual(new Set(['noPermission']));
    const events = await fetch(`${server.url}/api/mpc/events`, {
      headers: apiClientHeaders(robot, { method: 'GET', url: `${origin}/api/mpc/events`, body: '' }),
    });
    expect(((await events.json()) as { code: number }).code).toBe(errors.notLoggedIn.code);
    expect(noPermission.code).toBe(200004);
  });
});

describe('what the server asks of an API client beside its signature', () => {
  it('is the network it calls from', async () => {
    const far = await admitted('Far', { ip_list: ['192.0.2.0/24'] });
    expect((await send(far, {})).code).toBe(ipNotAllowed.code);
  });

  it('is that it has not expired', async () => {
    const short = await admitted('Short', { expire_at: new Date(Date.now() + 3_600_000) });
    expect((await send(short, {})).code).toBe(0);
    await server.database.pool.query(
      "update api_clients set expires_at = now() - interval '1 second' where app_id = $1",
      [short.appId],
    );
    expect((await send(short, {})).code).toBe(workspaceExpired.code);
  });

  it('is that nobody has switched it off: from that moment, before anything is signed', async () => {
    const doomed = await admitted('Doomed');
    expect((await send(doomed, {})).code).toBe(0);
    const off = await fixture.api.apiClient.saveStatus({ app_id: doomed.appId, status: 0 });
    expect((await send(doomed, {})).code).toBe(appIdInvalid.code);
    await decided(fixture.api, off);
    expect((await send(doomed, {})).code).toBe(appIdInvalid.code);
    const on = await fixture.api.apiClient.saveStatus({ app_id: doomed.appId, status: 1 });
    expect((await send(doomed, {})).code).toBe(appIdInvalid.code);
    await decided(fixture.api, on);
    expect((await send(doomed, {})).code).toBe(0);
  });

  it('is that the members have agreed: a key that waits for them opens nothing', async () => {
    const key = newDeviceKey();
    const { app_id } = await fixture.api.apiClient.save({
      name: 'W',
      public_key: key.publicKey,
      ip_list: ['127.0.0.1'],
    });
    expect((await send({ appId: app_id, key, origin }, {})).code).toBe(appIdInvalid.code);
  });

  it('is no row of its own making: a key that only the database has opens nothing', async () => {
    const key = newDeviceKey();
    await server.database.pool.query('update api_clients set public_key = $2 where app_id = $1', [
      robot.appId,
      key.publicKey,
    ]);
    expect((await send({ ...robot, key }, {})).code).toBe(signatureInvalid.code);
    expect((await send(robot, {})).code).toBe(0);
  });
});

it('writes down every call of an API client, refused or not, and none of what only says to be one', async () => {
  const logger = await admitted('Logger');
  const { id } = await send(logger, {});
  await send({ ...logger, key: newDeviceKey() }, {});
  await send({ ...logger, appId: `p-${randomBytes(8).toString('hex')}` }, {});
  const { list, total } = await fixture.api.apiClient.log({ app_id: logger.appId });
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { code: signatureInvalid.code, path: '/api/mpc/transaction/list', ip: '127.0.0.1' },
    { code: 0, request_id: id, app_id: logger.appId },
  ]);
});

it('writes down nothing of what is too much at once: who only says to be an API client can fill no log', async () => {
  const { db } = server.database;
  const unused = (): never => {
    throw new Error('not asked');
  };
  const limiter = {
    spend: unused,
    checkApiClient: unused,
    spendApiClient: unused,
    spendOwn: unused,
    proven: unused,
    leftOf: unused,
  };
  const calls = createCalls({
    db,
    clock: () => new Date(),
    policy: unused,
    limiter,
    origin,
    log: { info: unused, warn: unused, error: unused },
    alarm: Object.assign(unused, { of: unused }),
  });
  const headers = apiClientHeaders(robot, { method: 'GET', url: `${origin}${listPath}`, body: '' });
  const request = {
    headers,
    ip: '192.0.2.7',
    id: 'flood',
    routeOptions: { url: '/flood' },
  } as unknown as FastifyRequest;
  const written = async () =>
    (await fixture.api.apiClient.log({ app_id: robot.appId })).list.filter(({ path }) => path === '/flood');
  const answers = (error: Error) => calls.logged(request, () => Promise.reject(error)).catch((thrown) => thrown);
  const tooMany = refuse('rateLimited', { seconds: 1 });
  expect(await answers(tooMany)).toBe(tooMany);
  expect(await written()).toEqual([]);
  await answers(refuse('signatureInvalid', {}));
  expect(await written()).toMatchObject([{ code: signatureInvalid.code, request_id: 'flood' }]);
});

it('keeps no nonce longer than a request could come again', async () => {
  const { pool } = server.database;
  await pool.query("insert into api_client_nonces values ($1, 'long ago', now() - interval '1 second')", [robot.appId]);
  await send(robot, {});
  const { rows } = await pool.query('select nonce, until from api_client_nonces where app_id = $1', [robot.appId]);
  expect(rows.map(({ nonce }) => nonce)).not.toContain('long ago');
  expect(rows.every(({ until }) => until.getTime() < Date.now() + 181_000)).toBe(true);
});

it('keeps the last ten thousand proven calls of each API client, and none for longer than thirty days', async () => {
  const { db, pool } = server.database;
  const busy = await admitted('Busy');
  const insert = (count: number, age: string) =>
    pool.query(
      `insert into api_client_calls (workspace_id, app_id, time, ip, path, request_id, code, ms, proven)
       select $1, $2, now() - $3::interval, '', '', n::text, 0, 0, true from generate_series(1, $4::int) n`,
      [fixture.workspaceId, busy.appId, age, count],
    );
  const kept = async () =>
    (await pool.query<{ n: number }>('select count(*) as n from api_client_calls where app_id = $1', [busy.appId]))
      .rows[0]?.n;
  await insert(10_007, '1 day');
  const others = (await fixture.api.apiClient.log({})).total - 10_007;
  await purgeCalls(db, new Date());
  expect(await kept()).toBe(10_000);
  expect((await fixture.api.apiClient.log({})).total).toBe(10_000 + others);
  await pool.query('delete from api_client_calls where app_id = $1', [busy.appId]);
  await insert(3, '29 days');
  await insert(4, '31 days');
  await purgeCalls(db, new Date());
  expect(await kept()).toBe(3);
});

describe('a list of networks', () => {
  it.each([
    [[], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.8', false],
    [['203.0.113.0/24'], '::ffff:203.0.113.200', true],
    [['203.0.113.0/24'], '203.0.114.1', false],
    [['2001:db8::/32'], '2001:db8:1::7', true],
    [['2001:db8::/32'], '203.0.113.9', false],
    [['203.0.113.9', '2001:db8::1'], '2001:db8::1', true],
  ])('%j takes %s: %s', (networks, ip, taken) => expect(isFrom(networks, ip)).toBe(taken));
});
