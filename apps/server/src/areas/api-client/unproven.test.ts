import { badSignatures, callLog, errors } from '@holdfast/contract';
import { parsePolicy } from '@holdfast/policy';
import { apiClientHeaders, decideAt, newDeviceKey, outcomeOf, refusalOf, type TestApiClient } from '@holdfast/testkit';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { createRecorder, theSystem } from '../../audit/service.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';
import { createCalls } from './calls.ts';
import { purgeCalls } from './queries.ts';

/** What can be done in an API client's name by somebody without its key: they know its id, or have caught a request of it. */

const origin = 'http://localhost:8700';
const path = '/api/mpc/transaction/list';
let server: TestServer;
let fixture: SetUp;
let robot: TestApiClient;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());
beforeEach(async () => {
  robot = await admitted(['192.0.2.0/24']);
});

async function admitted(ip_list: string[]): Promise<TestApiClient> {
  const key = newDeviceKey();
  const made = await fixture.api.apiClient.save({ name: 'Robot', public_key: key.publicKey, ip_list });
  if (!made.proposal) throw new Error('nothing was proposed');
  await decideAt(made.proposal.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made.proposal)).toBe(1);
  return { appId: made.app_id, key, origin };
}

let last = 0;
const signedBy = (apiClient: TestApiClient) =>
  apiClientHeaders(apiClient, { method: 'GET', url: `${origin}${path}`, body: '' });
/** A request as it comes in from the network; only what the calls look at. */
const requestFrom = (headers: ReturnType<typeof signedBy>, ip = '192.0.2.7'): FastifyRequest => {
  last += 1;
  return {
    headers,
    ip,
    id: `r${last}`,
    method: 'GET',
    url: path,
    routeOptions: { url: path },
  } as unknown as FastifyRequest;
};

const wide = { perSecond: 1_000, burst: 100_000, loginPerSecond: 1, loginBurst: 1 };
/** The calls of this installation, at a rate of our own; each call's answer is its code. */
async function listening(limits = wide, clock = () => new Date()) {
  const { document } = await fixture.api.strategy.policy({});
  const quiet = (): void => undefined;
  const calls = createCalls({
    db: server.database.db,
    clock,
    policy: async () => ({ document: parsePolicy(document), hash: '', text: document, graceRules: [] }),
    limiter: createRateLimiter(limits, clock, { tell: quiet, hear: quiet }),
    origin,
    alarm: createRecorder('program.badSignatures', theSystem, clock),
    log: { info: quiet, warn: quiet, error: quiet },
  });
  return async (request: FastifyRequest): Promise<number> => {
    const answer = calls
      .logged(request, () => calls.caller(request))
      .then(
        () => 0,
        (error) => errors[error.refusal as keyof typeof errors].code,
      );
    return await answer;
  };
}
const { signatureInvalid, requestNotFresh, ipNotAllowed } = errors;

it('tells the calls that are proven from all others: another key, a repetition, an old request', async () => {
  const call = await listening();
  const caught = signedBy(robot);
  const old = signedBy({ ...robot, now: () => Date.now() - 61_000 });
  expect(await call(requestFrom(caught))).toBe(0);
  // The key itself, from where it should not be: nobody may push that out.
  expect(await call(requestFrom(signedBy(robot), '198.51.100.1'))).toBe(ipNotAllowed.code);
  expect(await call(requestFrom(caught))).toBe(requestNotFresh.code);
  expect(await call(requestFrom(caught, '198.51.100.1'))).toBe(requestNotFresh.code);
  expect(await call(requestFrom(old))).toBe(requestNotFresh.code);
  expect(await call(requestFrom(signedBy({ ...robot, key: newDeviceKey() })))).toBe(signatureInvalid.code);
  const log = async (proven?: boolean) =>
    (await fixture.api.apiClient.log({ app_id: robot.appId, ...(proven === undefined ? {} : { proven }) })).list;
  expect((await log()).map((one) => one.proven)).toEqual([false, false, false, false, true, true]);
  expect((await log(true)).map(({ code }) => code)).toEqual([ipNotAllowed.code, 0]);
  expect(await log(false)).toHaveLength(4);
});

it('keeps an API client’s own calls, however many are made in its name', async () => {
  const { db, pool } = server.database;
  const insert = (proven: boolean, count: number) =>
    pool.query(
      `insert into api_client_calls (workspace_id, app_id, time, ip, path, request_id, code, ms, proven)
       select $1, $2, now(), '', '', n::text, 0, 0, $3 from generate_series(1, $4::int) n`,
      [fixture.workspaceId, robot.appId, proven, count],
    );
  await insert(true, callLog.proven + 1);
  await insert(false, callLog.unproven);
  const call = await listening();
  const caught = signedBy({ ...robot, key: newDeviceKey() });
  for (let n = 0; n < 3; n += 1) await call(requestFrom(caught));
  const total = async (proven: boolean) => (await fixture.api.apiClient.log({ app_id: robot.appId, proven })).total;
  // Not at the next purge: in an hour many can be made.
  expect(await total(false)).toBe(callLog.unproven);
  await purgeCalls(db, new Date());
  expect([await total(true), await total(false)]).toEqual([callLog.proven, callLog.unproven]);
  const [newest] = (await fixture.api.apiClient.log({ app_id: robot.appId, proven: false })).list;
  expect(newest?.code).toBe(signatureInvalid.code);
});

it('tells of repeated bad signatures, once in a while and not for each, until whoever is told says that they know', async () => {
  let now = Date.now();
  const call = await listening(wide, () => new Date(now));
  const forged = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1)
      await call(requestFrom(signedBy({ ...robot, key: newDeviceKey() }), '198.51.100.9'));
    await server.logSettled();
  };
  const told = async () => {
    const { rows } = await server.database.pool.query<{ entry: string }>(
      "select entry from audit_log where action = 'program.badSignatures' and object = $1 order by seq",
      [`program:${robot.appId}`],
    );
    return rows.map(({ entry }) => JSON.parse(entry).detail);
  };
  const shown = async () =>
    (await fixture.api.apiClient.alerts({})).list.filter(({ app_id }) => app_id === robot.appId);

  await forged(badSignatures.count - 1);
  expect([await told(), await shown()]).toEqual([[], []]);
  await forged(20);
  expect(await told()).toMatchObject([{ name: 'Robot', ip: '198.51.100.9' }]);
  const [alert] = await shown();
  expect(alert).toMatchObject({ name: 'Robot', ip: '198.51.100.9' });

  // Those of before do not count again, and a repetition is no bad signature.
  now += badSignatures.minutes * 60_000;
  const old = requestFrom(signedBy({ ...robot, now: () => Date.now() - 61_000 }));
  for (let n = 0; n < badSignatures.count; n += 1) expect(await call(old)).toBe(requestNotFresh.code);
  await forged(badSignatures.count - 1);
  expect(await told()).toHaveLength(1);

  if (!alert) throw new Error('no alert');
  await fixture.api.apiClient.acknowledge({ id: alert.id });
  await server.logSettled();
  expect(await shown()).toEqual([]);
  await forged(1);
  expect(await told()).toHaveLength(2);
  expect(await shown()).toMatchObject([{ app_id: robot.appId }]);
});

it('takes nothing for an alert that is another entry of the log', async () => {
  expect(await refusalOf(fixture.api.apiClient.acknowledge({ id: 1 as never }))).toBe('itemNotFound');
});

it('leaves an API client its rate, however often a request of it is repeated', async () => {
  const start = Date.now();
  const limits = { ...wide, perSecond: 0.001, burst: 3 };
  const call = await listening(limits, () => new Date(start));
  const caught = signedBy(robot);
  expect(await call(requestFrom(caught, '192.0.2.1'))).toBe(0);
  const old = signedBy({ ...robot, now: () => start - 61_000 });
  // From networks of their own, each of which may ask a little.
  for (let n = 10; n < 20; n += 1) {
    expect(await call(requestFrom(caught, `192.0.2.${n}`))).toBe(requestNotFresh.code);
    expect(await call(requestFrom(old, `192.0.2.${n}`))).toBe(requestNotFresh.code);
  }
  expect(await call(requestFrom(signedBy(robot), '192.0.2.2'))).toBe(0);
  // What is refused for something else is its own call all the same.
  expect(await call(requestFrom(signedBy(robot), '198.51.100.2'))).toBe(ipNotAllowed.code);
  expect(await call(requestFrom(signedBy(robot), '192.0.2.3'))).toBe(errors.rateLimited.code);
});

it('refuses nothing for its rate that it has taken the nonce of: what is told to wait can be sent again', async () => {
  let now = Date.now();
  const call = await listening({ ...wide, perSecond: 1, burst: 3 }, () => new Date(now));
  const all = Array.from({ length: 8 }, (_, n) => ({ headers: signedBy(robot), ip: `192.0.2.${n}` }));
  const codes = await Promise.all(all.map(({ headers, ip }) => call(requestFrom(headers, ip))));
  expect(await call(requestFrom(signedBy(robot), '192.0.2.99'))).toBe(errors.rateLimited.code);
  now += 20_000;
  for (const [n, { headers, ip }] of all.entries())
    if (codes[n] === errors.rateLimited.code) {
      // More may have been told to wait than the rate lets through at once.
      now += 1_000;
      expect(await call(requestFrom(headers, ip))).toBe(0);
    } else expect(codes[n]).toBe(0);
});
