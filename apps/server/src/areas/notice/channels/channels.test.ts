import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ChannelChoice, ChannelType, NoticeKind } from '@holdfast/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../../test/index.ts';
import { createRecorder, theSystem } from '../../../audit/service.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { makePeople, type People } from '../../../ledger/test/books.ts';
import { readNetworks } from '../../../outgoing/guard.ts';
import { createMailer } from '../../../outgoing/mail.ts';
import { createPushKey } from '../../../outgoing/push.ts';
import { newBrowser, verifiedClaims } from '../../../outgoing/test/browser.ts';
import { type HookReceiver, startHooks } from '../../../outgoing/test/hooks.ts';
import { createSecretBox } from '../../../secrets.ts';
import { insertNotices } from '../queries.ts';
import { type DeliverDeps, deliverAll, deliverOne } from './deliver.ts';
import { enqueue } from './queries.ts';
import { dueAt } from './rules.ts';
import { createChannels } from './service.ts';
import { type MailReceiver, startMailServer } from './test/receivers.ts';

const key = 'ab'.repeat(32);
let database: TestDatabase;
let people: People;
let hooks: HookReceiver;
let mail: MailReceiver;
let deps: DeliverDeps;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  [database, hooks, mail] = await Promise.all([startTestDatabase(), startHooks(), startMailServer()]);
  people = await makePeople(database.db, 2);
  deps = {
    db: database.db,
    clock: now,
    secrets: createSecretBox(Buffer.from(key, 'hex')),
    origin: 'http://localhost:8700',
    allowed: readNetworks(['127.0.0.1']),
    mailer: createMailer({
      host: '127.0.0.1',
      port: mail.port,
      secure: false,
      plain: true,
      from: 'Holdfast <holdfast@example.org>',
    }),
    telegramUrl: hooks.url,
    pushKey: createPushKey(Buffer.from(key, 'hex')),
    audit: { recorder: (action) => createRecorder(action, theSystem, now) },
    notifier: { changed: () => undefined, stop: async () => undefined },
  };
});
afterAll(() => Promise.all([database.close(), hooks.close(), mail.close()]));
beforeEach(async () => {
  await database.pool.query('truncate notices, notice_channels, notice_deliveries, audit_outbox');
  hooks.received.splice(0);
  mail.mails.splice(0);
  Object.assign(hooks, { answer: 200, before: () => undefined });
  aheadMs = 0;
});

const usual: ChannelChoice = {
  name: 'Mine',
  kinds: ['decide', 'outcome', 'safety'],
  wallets: [],
  full: false,
  language: 'en_US',
  zone: 'UTC',
  digest: null,
  quiet: null,
};
const unrecorded = Object.assign(async () => undefined, { of: () => expect.fail() });
const browser = newBrowser();
async function add(type: ChannelType, choice: Partial<ChannelChoice> = {}, keys = browser.keys): Promise<number> {
  const target = { url: `${hooks.url}/hook`, token: `123456:${'A'.repeat(35)}`, chat: '-100123', keys };
  return createChannels(deps).save(
    people,
    { id: undefined, type, target, choice: { ...usual, ...choice } },
    unrecorded,
  );
}
const facts = {
  by: 'Anna',
  amount: '12.5',
  symbol: 'ETH',
  to: '0xpayee',
  wallet: 'Treasury <1>',
  url: 'http://signer/#/i/1?digest=ab&for=anna',
};
/** The member is told, as the consumer of the outbox does it. */
const tell = (
  object: string,
  event = 'order.paid',
  kind: NoticeKind = 'outcome',
  wallet = people.subWallets[0] ?? null,
) =>
  inTransaction(database.db, async (tx) => {
    const { workspaceId, userId } = people;
    const telling = { workspaceId, userId, kind, event, object, round: '', subWalletId: wallet, facts };
    await enqueue(tx, await insertNotices(tx, [telling]), now());
  });
const texts = () => hooks.received.map(({ body }) => (JSON.parse(body.toString('utf8')) as { text: string }).text);
const states = async () =>
  (await database.pool.query<{ state: string }>('select state from notice_deliveries order by notice_id')).rows.map(
    ({ state }) => state,
  );

describe('what goes out', () => {
  test('a mail in plain text to one’s own address, without amounts or names, once', async () => {
    await add('mail', { language: 'zh_CN' });
    await tell('order:1');
    await deliverAll(deps);
    await deliverAll(deps);
    expect(mail.mails).toHaveLength(1);
    const [{ to, source } = { to: '', source: '' }] = mail.mails;
    expect(to).toMatch(/@example\.test>/);
    expect(source).toMatch(/^Message-ID: <holdfast-\d+-\d+-\d+@example\.org>$/m);
    expect(source).toContain('Auto-Submitted: auto-generated');
    const text = Buffer.from(source.slice(source.indexOf('\n\n')), 'base64').toString('utf8');
    expect(text).toContain('Treasury <1> 的一笔付款已完成。');
    expect(text).toContain('http://localhost:8700/mpc/wallet?d=notices');
    for (const secret of ['12.5', '0xpayee', 'Anna']) expect(text).not.toContain(secret);
  });

  test('a hook’s text shows what it is made of, in full where one asked for that', async () => {
    await add('slack', { full: true });
    await add('telegram');
    await tell('order:7', 'order.asked', 'decide');
    await deliverAll(deps);
    const [slack, telegram] = [...hooks.received].sort((a, b) => b.path.length - a.path.length).reverse();
    expect(slack?.path).toBe('/hook');
    expect(String(slack?.body)).toContain('Anna asks to withdraw 12.5 ETH from Treasury &lt;1&gt;');
    const [, page, look] = (JSON.parse(String(slack?.body)) as { text: string }).text.split('\n');
    expect(page).toBe('Review and sign: http://signer/#/i/1?digest=ab&amp;for=anna&amp;lang=en-US');
    expect(look).toBe('In the console: http://localhost:8700/mpc/center/todo?item=7');
    expect(telegram?.path).toBe(`/bot123456:${'A'.repeat(35)}/sendMessage`);
    expect(String(telegram?.body)).toContain('A payment from Treasury <1> waits for your decision.');
    expect(String(telegram?.body)).not.toContain('12.5');
  });

  test('to a browser what that browser alone can read, signed as this server’s; it leads to the signer’s page', async () => {
    await add('push', { language: 'zh_CN' });
    await tell('order:7', 'order.asked', 'decide');
    await deliverAll(deps);
    const [{ headers, body } = expect.fail('nothing was pushed')] = hooks.received;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(verifiedClaims(String(headers.authorization), deps.pushKey.publicKey)).toMatchObject({
      aud: hooks.url,
      sub: deps.origin,
    });
    expect(body.toString('latin1')).not.toContain('signer');
    expect(JSON.parse(browser.open(body).toString('utf8'))).toEqual({
      title: 'Holdfast',
      body: 'Treasury <1> 有一笔付款等待您审批。',
      tag: expect.stringMatching(/^\d+-\d+-\d+$/),
      url: `${facts.url}&lang=zh-CN`,
    });
  });

  test('to a browser the first of many notices, and how many more there are', async () => {
    await add('push', { full: true });
    for (let n = 1; n <= 6; n++) await tell(`order:${n}`);
    await deliverAll(deps);
    const { body, url } = JSON.parse(String(browser.open(hooks.received[0]?.body ?? Buffer.alloc(0))));
    expect(body.split('\n')).toHaveLength(5);
    expect(body).toContain('12.5 ETH');
    expect(body.endsWith('\n… +2')).toBe(true);
    expect(url).toBe('http://localhost:8700/mpc/wallet?d=notices');
  });

  test.each([404, 410])(
    'a browser that is gone (%i) is asked no more: its channel ends, its member is told, and it is on record',
    async (status) => {
      const id = await add('push');
      await tell('order:1');
      hooks.answer = status;
      await deliverAll(deps);
      expect(hooks.received).toHaveLength(1);
      expect([await createChannels(deps).list(people), await states()]).toEqual([[], []]);
      const bell = await database.pool.query('select user_id, object from notices where event = $1', ['channel.gone']);
      expect(bell.rows).toEqual([{ user_id: people.userId, object: `channel:${id}` }]);
      const { rows } = await database.pool.query('select record from audit_outbox');
      expect(rows).toMatchObject([
        {
          record: {
            action: 'notice.channelGone',
            actor: 'system',
            object: `channel:${id}`,
            workspace: String(people.workspaceId),
            detail: { type: 'push', user: String(people.userId), why: `answered ${status}` },
          },
        },
      ]);
    },
  );

  test.each([
    ['another target', `update notice_channels set target = target || ' '`],
    ['another claim', 'update notice_channels set lease_token = lease_token + 1'],
  ])('a channel that got %s while its browser was asked stays', async (_what, change) => {
    await add('push');
    await tell('order:1');
    hooks.answer = 410;
    hooks.before = () => database.pool.query(change);
    await deliverOne(deps);
    const told = await database.pool.query('select event from notices union all select record::text from audit_outbox');
    expect([(await createChannels(deps).list(people)).length, told.rows]).toEqual([1, [{ event: 'order.paid' }]]);
  });

  test('nothing to a push service inside that nobody named, and no channel for keys that are none', async () => {
    const id = await add('push');
    const inside = { ...deps, allowed: readNetworks([]) };
    expect(await createChannels(inside).tryIt(people, id)).toBe('the host is inside a private network');
    await expect(add('push', {}, { p256dh: 'AAAA', auth: browser.keys.auth })).rejects.toThrow();
    expect(hooks.received).toEqual([]);
  });

  test('only what the channel tells of: of its kinds and its wallets', async () => {
    await add('slack', { kinds: ['outcome'], wallets: people.subWallets.slice(0, 1) });
    await tell('order:1');
    await tell('order:2', 'order.asked', 'decide');
    await tell('order:3', 'order.paid', 'outcome', people.subWallets[1]);
    await deliverAll(deps);
    expect(texts()).toHaveLength(1);
  });

  test('nothing of what is decided meanwhile', async () => {
    await add('slack');
    await tell('order:1', 'order.asked', 'decide');
    await database.pool.query('update notices set read_at = now()');
    await deliverAll(deps);
    expect([texts(), await states()]).toEqual([[], ['over']]);
  });
});

describe('at least once, in order', () => {
  test('a receiver that fails gets it again later, before what came after it, and says why meanwhile', async () => {
    await add('slack');
    await tell('order:1', 'order.asked', 'decide');
    hooks.answer = 500;
    await deliverAll(deps);
    expect(texts()).toHaveLength(1);
    const [channel] = await createChannels(deps).list(people);
    expect(channel?.last_error).toBe('answered 500');
    await tell('order:1');
    hooks.answer = 200;
    await deliverAll(deps);
    expect(texts()).toHaveLength(1);
    aheadMs = 10_000;
    await deliverAll(deps);
    const last = texts().at(-1) ?? '';
    expect(last.indexOf('waits for your decision')).toBeLessThan(last.indexOf('was made'));
    expect(await states()).toEqual(['sent', 'sent']);
    expect((await createChannels(deps).list(people))[0]).toMatchObject({ last_error: '', failures: 0 });
  });

  test('one that is killed between sending and noting it is done again by the next, once its claim is over', async () => {
    await add('slack');
    await tell('order:1');
    const script = path.join(import.meta.dirname, 'test/deliver-once.ts');
    const child = spawn(process.execPath, [script, database.url, key], { stdio: 'ignore' });
    hooks.before = () => void child.kill('SIGKILL');
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([signal, texts().length, await states()]).toEqual(['SIGKILL', 1, ['waiting']]);
    hooks.before = () => undefined;
    expect(await deliverOne(deps)).toBe(false);
    aheadMs = 61_000;
    await deliverAll(deps);
    expect(new Set(texts()).size).toBe(1);
    expect([texts().length, await states()]).toEqual([2, ['sent']]);
    await deliverAll(deps);
    expect(texts()).toHaveLength(2);
  });

  test('what could not be sent for a day is given up, and the channel goes on', async () => {
    await add('slack');
    await tell('order:1');
    hooks.answer = undefined;
    await deliverAll(deps);
    aheadMs = 25 * 3_600_000;
    await tell('order:2');
    hooks.answer = 200;
    await deliverAll(deps);
    expect(await states()).toEqual(['over', 'sent']);
  });
});

describe('when', () => {
  const at = (time: string): Date => new Date(`2026-03-02T${time}:00Z`);
  const due = (choice: Partial<ChannelChoice>, time: string, kind: NoticeKind = 'outcome') =>
    dueAt({ ...usual, ...choice }, kind, at(time))
      .toISOString()
      .slice(8, 16);

  test('at once, at the end of the quiet hours, or with the day’s others; safety at any hour', () => {
    const quiet = { from: 22 * 60, to: 7 * 60 };
    expect(due({}, '12:00')).toBe('02T12:00');
    expect(due({ quiet }, '21:59')).toBe('02T21:59');
    expect(due({ quiet }, '22:00')).toBe('03T07:00');
    expect(due({ quiet }, '06:30')).toBe('02T07:00');
    expect(due({ quiet }, '23:00', 'safety')).toBe('02T23:00');
    expect(due({ quiet, zone: 'Asia/Shanghai' }, '14:30')).toBe('02T23:00');
    expect(due({ digest: 9 * 60 }, '10:00')).toBe('03T09:00');
    expect(due({ digest: 9 * 60, quiet: { from: 480, to: 600 } }, '07:00')).toBe('02T10:00');
    expect(due({ digest: 9 * 60, zone: 'No/Zone' }, '08:00')).toBe('02T09:00');
  });

  test('what waited together is one message', async () => {
    await add('slack');
    for (const n of [1, 2, 3]) await tell(`order:${n}`);
    await deliverAll(deps);
    expect(texts()).toHaveLength(1);
    expect(texts()[0]?.match(/was made/g)).toHaveLength(3);
  });
});

test('a channel’s secrets are sealed, come back nowhere, and stay when only the choice changes', async () => {
  const id = await add('telegram');
  const { rows } = await database.pool.query('select * from notice_channels');
  expect(JSON.stringify(rows)).not.toContain('AAAA');
  const service = createChannels(deps);
  const empty = { url: '', token: '', chat: '' };
  await service.save(people, { id, type: 'telegram', target: empty, choice: { ...usual, name: 'Other' } }, unrecorded);
  expect(await service.tryIt(people, id)).toBe('');
  expect(hooks.received).toHaveLength(1);
  const stranger = { ...people, userId: 999 as typeof people.userId };
  await expect(service.tryIt(stranger, id)).rejects.toThrow();
});
