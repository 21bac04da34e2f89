import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { notifyStatus } from '@holdfast/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { makePeople, type People } from '../../ledger/test/books.ts';
import { readNetworks } from '../../outgoing/guard.ts';
import { type HookReceiver, startHooks } from '../../outgoing/test/hooks.ts';
import { createWebHook, type WebHookDeps } from './service.ts';
import { addEndpoint, happens, hookDeps, testKey, unrecorded } from './test/fixture.ts';

let database: TestDatabase;
let people: People;
let others: People;
let hooks: HookReceiver;
let deps: WebHookDeps;
let aheadMs = 0;
const now = (): Date => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  [database, hooks] = await Promise.all([startTestDatabase(), startHooks()]);
  [people, others] = [await makePeople(database.db), await makePeople(database.db)];
  deps = hookDeps(database, now);
});
afterAll(() => Promise.all([database.close(), hooks.close()]));
beforeEach(async () => {
  await database.pool.query('truncate outbox, hook_endpoints, hook_events, hook_sequences cascade');
  hooks.received.splice(0);
  Object.assign(hooks, { answer: 200, word: 'ok', before: () => undefined });
  aheadMs = 0;
});

const service = () => createWebHook(deps);
const url = (name = 'hook') => `${hooks.url}/${name}`;
interface Body {
  readonly event_id: string;
  readonly object: string;
  readonly seq: number;
  readonly attempt: number;
  readonly type: string;
}
const bodies = (name = 'hook'): Body[] =>
  hooks.received.filter((one) => one.path === `/${name}`).map(({ body }) => JSON.parse(body.toString('utf8')));
const told = (name?: string) => bodies(name).map(({ object, seq }) => `${object}#${seq}`);
const all = { page: 1, size: 200 };
const list = async (ask = {}, whose = people) =>
  (
    await service().deliveries(whose.workspaceId, {
      ...{ endpointId: undefined, side: undefined, status: undefined, txid: undefined, requestId: undefined },
      ...{ start: undefined, end: undefined, ...all, ...ask },
    })
  ).rows;
const everything = (endpoint_id: string, failedOnly = false) => ({
  ids: [],
  range: { endpointId: endpoint_id, start: new Date(0), end: new Date(now().getTime() + 1_000), failedOnly },
});

describe('what is told', () => {
  test('every state of an object, numbered from one, in order, to every endpoint of its workspace alone', async () => {
    await addEndpoint(deps, people, url('a'));
    await addEndpoint(deps, people, url('b'));
    await addEndpoint(deps, others, url('others'));
    await happens(deps, people, ['deposit:1', 1000], ['deposit:2', 1000], ['deposit:1', 1100], ['deposit:1', 2000]);
    await service().deliver();
    for (const name of ['a', 'b']) {
      const sent = bodies(name).filter(({ object }) => object === 'deposit:1');
      expect(sent.map(({ seq, type }) => [seq, type])).toEqual([
        [1, 'deposit.unconfirmed'],
        [2, 'deposit.confirmed'],
        [3, 'deposit.credited'],
      ]);
      expect(bodies(name)).toHaveLength(4);
    }
    expect([bodies('others'), await list({}, others)]).toEqual([[], []]);
  });

  test('only what an endpoint asked for', async () => {
    await addEndpoint(deps, people, url(), { sides: ['withdraw'], final_only: true });
    await happens(deps, people, ['deposit:1', 2000], ['order:1', 1000], ['order:1', 1200], ['order:1', 2000]);
    await service().deliver();
    expect(told()).toEqual(['order:1#3']);
  });

  test('nothing is kept for a workspace that has nobody to tell', async () => {
    await happens(deps, people, ['deposit:1', 1000]);
    expect((await database.pool.query('select from hook_events')).rowCount).toBe(0);
  });
});

describe('at least once, in the order of each object', () => {
  test('what fails comes again later, before what came after it; other objects do not wait for it', async () => {
    await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000]);
    hooks.answer = 500;
    await service().deliver();
    hooks.answer = 200;
    await happens(deps, people, ['deposit:1', 1100], ['deposit:2', 1000]);
    await service().deliver();
    expect(told()).toEqual(['deposit:1#1', 'deposit:2#1']);
    const [waits] = await list({ status: notifyStatus.retrying });
    expect(waits).toMatchObject({ attempts: 1, last_code: 500, last_error: 'answered 500' });
    aheadMs = 1_001;
    await service().deliver();
    expect(told().slice(2)).toEqual(['deposit:1#1', 'deposit:1#2']);
    const [first, , again] = bodies();
    expect([again?.event_id, again?.attempt]).toEqual([first?.event_id, 2]);
    expect((await list()).map(({ notify_status }) => notify_status)).toEqual([1, 1, 1]);
  });

  test('what fails ten times, over a day and a half, is given up, and the next of its object goes out', async () => {
    const { endpoint_id } = await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000], ['deposit:1', 1100]);
    hooks.answer = 503;
    for (let n = 0; n < 9; n++) {
      await service().deliver();
      expect((await list()).at(-1)?.notify_status).toBe(notifyStatus.retrying);
      aheadMs += 24 * 3_600_000;
    }
    await service().deliver();
    expect(told()).toEqual([...Array(10).fill('deposit:1#1'), 'deposit:1#2']);
    expect((await list()).at(-1)).toMatchObject({ notify_status: notifyStatus.failed, attempts: 10, next_time: null });
    hooks.answer = 200;
    aheadMs += 1_000;
    await service().deliver();
    hooks.received.splice(0);
    expect(await service().resend(people.workspaceId, everything(endpoint_id, true), unrecorded)).toBe(1);
    await service().deliver();
    expect(told()).toEqual(['deposit:1#1']);
    const { attempts } = await service().delivery(people.workspaceId, (await list()).at(-1)?.notify_id ?? 0);
    expect(attempts.map(({ attempt, code }) => [attempt, code])[0]).toEqual([11, 200]);
    expect(attempts).toHaveLength(11);
  });

  test('one that is killed between sending and noting it is done again by the next, once its hold is over', async () => {
    await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000], ['deposit:1', 1100]);
    const script = path.join(import.meta.dirname, 'test/deliver.ts');
    const child = spawn(process.execPath, [script, database.url, testKey, '1'], { stdio: 'ignore' });
    hooks.before = () => void child.kill('SIGKILL');
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([signal, told()]).toEqual(['SIGKILL', ['deposit:1#1']]);
    hooks.before = () => undefined;
    await service().deliver();
    expect(told()).toHaveLength(1);
    aheadMs = 61_000;
    await service().deliver();
    expect(told()).toEqual(['deposit:1#1', 'deposit:1#1', 'deposit:1#2']);
    expect(new Set(bodies().map(({ event_id }) => event_id)).size).toBe(2);
  });

  test('several who send at once send nothing twice, and nothing out of order', async () => {
    await addEndpoint(deps, people, url());
    const events = Array.from({ length: 120 }, (_, n) => [`deposit:${n % 7}`, 1000 + n] as const);
    await happens(deps, people, ...events);
    do await Promise.all([service().deliver(), service().deliver(), service().deliver()]);
    while ((await list({ status: notifyStatus.waiting })).length > 0);
    expect(told()).toHaveLength(120);
    for (let n = 0; n < 7; n++) {
      const seqs = bodies().flatMap(({ object, seq }) => (object === `deposit:${n}` ? [seq] : []));
      expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    }
    expect((await database.pool.query('select from hook_lines')).rowCount).toBe(0);
  });

  test('an endpoint that gives no answer holds up no other', async () => {
    await addEndpoint(deps, people, 'http://127.0.0.1:9/');
    await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000], ['deposit:2', 1000]);
    await service().deliver();
    expect(told()).toHaveLength(2);
    const [dead, live] = await service().endpoints(people.workspaceId);
    expect([dead?.row.last_error, dead?.waiting, live?.waiting]).toEqual(['ECONNREFUSED', 2, 0]);
    expect(dead?.row.rest_until.getTime()).toBeGreaterThan(now().getTime());
  });
});

describe('an endpoint', () => {
  test('that is off is sent nothing, and all of it, in order, once it is on', async () => {
    const { endpoint_id: id } = await addEndpoint(deps, people, url());
    await service().setStatus(people.workspaceId, { id, on: false }, unrecorded);
    await happens(deps, people, ['deposit:1', 1000], ['deposit:1', 1100]);
    await service().deliver();
    expect(told()).toEqual([]);
    await service().setStatus(people.workspaceId, { id, on: true }, unrecorded);
    await service().deliver();
    expect(told()).toEqual(['deposit:1#1', 'deposit:1#2']);
  });

  test('that is new can be sent what happened before it was there', async () => {
    await addEndpoint(deps, people, url('first'));
    await happens(deps, people, ['deposit:1', 1000], ['order:1', 1000], ['deposit:1', 2000]);
    const { endpoint_id } = await addEndpoint(deps, people, url('late'), { sides: ['deposit'] });
    expect(await service().resend(people.workspaceId, everything(endpoint_id), unrecorded)).toBe(2);
    await service().deliver();
    expect([told('late'), told('first').length]).toEqual([['deposit:1#1', 'deposit:1#2'], 3]);
  });

  test('that expects SUCCESS has got it only when it says so', async () => {
    await addEndpoint(deps, people, url(), { success_word: true });
    await happens(deps, people, ['deposit:1', 1000]);
    await service().deliver();
    expect((await list())[0]).toMatchObject({
      notify_status: 3,
      last_code: 200,
      last_error: 'answered without SUCCESS',
    });
    hooks.word = 'SUCCESS\n';
    aheadMs = 1_001;
    await service().deliver();
    expect((await list())[0]).toMatchObject({ notify_status: 1, last_error: '' });
  });

  test('that is removed is sent nothing more; what it was sent stays listed', async () => {
    const { endpoint_id: id } = await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000]);
    await service().deliver();
    await happens(deps, people, ['deposit:1', 1100]);
    await service().remove(people.workspaceId, id, unrecorded);
    await service().deliver();
    expect([told(), (await list()).map(({ notify_status }) => notify_status)]).toEqual([['deposit:1#1'], [2, 1]]);
    await expect(service().resend(people.workspaceId, everything(id), unrecorded)).rejects.toThrow('itemNotFound');
    expect((await service().keys(id)).length).toBe(0);
  });

  test('of another workspace is nobody’s: it cannot be seen, changed, tested or sent to', async () => {
    const { endpoint_id: id } = await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000]);
    await service().deliver();
    const [row] = await list();
    const { workspaceId } = others;
    for (const ask of [
      () => service().setStatus(workspaceId, { id, on: false }, unrecorded),
      () => service().rotate(workspaceId, { id, overlapHours: 1 }, unrecorded),
      () => service().remove(workspaceId, id, unrecorded),
      () => service().test(workspaceId, id, unrecorded),
      () => service().delivery(workspaceId, row?.notify_id ?? 0),
      () => service().resend(workspaceId, everything(id), unrecorded),
      () => service().resend(workspaceId, { ids: [row?.notify_id ?? 0], range: undefined }, unrecorded),
    ])
      await expect(ask()).rejects.toThrow('itemNotFound');
    expect(await service().endpoints(workspaceId)).toEqual([]);
  });

  test('keeps its secrets to itself: sealed in the database, with the old ones beside the new for as long as was said', async () => {
    const { endpoint_id: id, secret } = await addEndpoint(deps, people, url());
    const { rows } = await database.pool.query('select * from hook_keys');
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length));
    const signatures = async () => {
      await service().test(people.workspaceId, id, unrecorded);
      return String(hooks.received.at(-1)?.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(2);
    const next = await service().rotate(people.workspaceId, { id, overlapHours: 24 }, unrecorded);
    expect(next.secret).not.toBe(secret);
    expect([await signatures(), (await service().keys(id)).length]).toEqual([4, 2]);
    aheadMs = 25 * 3_600_000;
    expect([await signatures(), (await service().keys(id)).map(({ key_id }) => key_id)]).toEqual([2, [next.key_id]]);
    await service().rotate(people.workspaceId, { id, overlapHours: 0 }, unrecorded);
    expect(await signatures()).toBe(2);
  });

  test('whose secrets another identity of the server sealed says so, until it has new ones; others go on', async () => {
    const { endpoint_id: id } = await addEndpoint(deps, people, url('locked'));
    await addEndpoint(deps, people, url('open'));
    await database.pool.query('update hook_keys set sealed = reverse(sealed) where endpoint_id = $1', [id]);
    await happens(deps, people, ['deposit:1', 1000]);
    await service().deliver();
    expect([told('locked'), told('open')]).toEqual([[], ['deposit:1#1']]);
    expect((await service().endpoints(people.workspaceId))[0]?.row.last_error).toMatch(/^its secrets cannot be opened/);
    expect((await service().test(people.workspaceId, id, unrecorded)).error).toMatch(/^its secrets/);
    await service().rotate(people.workspaceId, { id, overlapHours: 24 }, unrecorded);
    aheadMs = 61_000;
    await service().deliver();
    expect(told('locked')).toEqual(['deposit:1#1']);
    expect((await list()).find(({ side }) => side === 'deposit')?.attempts).toBe(1);
  });

  test('is asked once for a test, and nothing waits for that', async () => {
    const { endpoint_id: id } = await addEndpoint(deps, people, url());
    hooks.answer = 500;
    const said = await service().test(people.workspaceId, id, unrecorded);
    expect(said).toMatchObject({ sent: false, code: 500, error: 'answered 500' });
    aheadMs = 60_000;
    await service().deliver();
    expect(bodies().map(({ type }) => type)).toEqual(['test.sent']);
    expect((await list())[0]).toMatchObject({ side: 'test', notify_status: 2, attempts: 1 });
    hooks.answer = 200;
    expect((await service().test(people.workspaceId, id, unrecorded)).sent).toBe(true);
    expect((await service().endpoints(people.workspaceId))[0]?.row.last_ok_at).not.toBeNull();
  });

  test('inside a private network that nobody named is never asked, also where its name led elsewhere when it was saved', async () => {
    await addEndpoint(deps, people, url());
    await happens(deps, people, ['deposit:1', 1000]);
    const inside = createWebHook({ ...deps, allowed: readNetworks([]) });
    await inside.deliver();
    expect([hooks.received, (await list())[0]?.last_error]).toEqual([[], 'the host is inside a private network']);
  });
});

test('one delivery is found by what it tells of, and sent again by its number', async () => {
  await addEndpoint(deps, people, url());
  await happens(deps, people, ['deposit:1', 1000], ['order:1', 1000], ['deposit:1', 1100]);
  await service().deliver();
  expect((await list({ side: 'withdraw' })).map(({ business_id }) => business_id)).toEqual([1]);
  expect(await list({ end: new Date(0) })).toEqual([]);
  expect(await list({ txid: '0x' })).toEqual([]);
  const [, , first] = await list();
  hooks.received.splice(0);
  const ids = [first?.notify_id ?? 0];
  expect(await service().resend(people.workspaceId, { ids, range: undefined }, unrecorded)).toBe(1);
  await service().deliver();
  expect(told()).toEqual(['deposit:1#1']);
  await expect(service().resend(people.workspaceId, { ids: [], range: undefined }, unrecorded)).rejects.toThrow(
    'invalidParameters',
  );
});

test('after ninety days it goes, and not what was sent again since; numbers go on', async () => {
  await addEndpoint(deps, people, url());
  await happens(deps, people, ['deposit:1', 1000], ['deposit:2', 1000]);
  await service().deliver();
  aheadMs = 80 * 86_400_000;
  const kept = (await list()).find(({ seq }) => seq === 1)?.notify_id ?? 0;
  await service().resend(people.workspaceId, { ids: [kept], range: undefined }, unrecorded);
  await service().deliver();
  aheadMs = 91 * 86_400_000;
  await service().purge();
  expect((await list()).map(({ notify_id }) => notify_id)).toEqual([kept]);
  expect((await service().delivery(people.workspaceId, kept)).attempts.map(({ attempt }) => attempt)).toEqual([2]);
  aheadMs = 200 * 86_400_000;
  await service().purge();
  expect(await list()).toEqual([]);
  hooks.received.splice(0);
  await happens(deps, people, ['deposit:1', 2000]);
  await service().deliver();
  expect(told()).toEqual(['deposit:1#2']);
});
