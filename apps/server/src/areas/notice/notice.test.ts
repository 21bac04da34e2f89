import type { OrderId, UserId } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { decide, newTestMember, type TestMember } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followOnce } from '../../chainwatch/follow.ts';
import { silent } from '../../chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../../chainwatch/watched.ts';
import { workOnAwaitingApproval } from '../../orders/announce.ts';
import { createOrders } from '../../orders/service.ts';
import { carry } from '../../outbox/carry.ts';
import { readNetworks } from '../../outgoing/guard.ts';
import { createPushKey } from '../../outgoing/push.ts';
import { createSecretBox } from '../../secrets.ts';
import { type Bare, startBare, takeApproval } from '../../test/bare.ts';
import { createTodo } from '../todo/service.ts';
import { createNotice } from './service.ts';
import { noticeEvents, sentenceOf, toldOf } from './texts.ts';

const approver = newTestMember('approver-1', 'approver');
const bystander = newTestMember('viewer-1', 'viewer');
let bare: Bare;
let service: ReturnType<typeof createNotice>;
const users = new Map<string, UserId>();
const told: string[] = [];
/** The clock of notices runs ahead of the machine's by this much. */
let aheadMs = 0;

beforeAll(async () => {
  bare = await startBare(100, [approver, bystander]);
  const { database, books, owner } = bare;
  await join(owner, books.userId);
  const { rows } = await database.pool.query<{ id: UserId }>(
    `insert into users (email, nick_name, password_hash, totp_secret) values ('a@example.org', 'a', 'x', 'y') returning id`,
  );
  await join(approver, Number(rows[0]?.id) as UserId);
  const orders = createOrders(bare.deps(), () => undefined);
  const none = async () => Promise.reject(new Error('no proposal here'));
  const empty = async () => [];
  const decisions = { approvals: async () => new Map(), decided: empty, evaluation: none };
  const proposals = { ...decisions, rulesOf: none, rivals: empty, overtaker: none };
  const todos = createTodo({
    db: database.db,
    catalog: { coins: [], price: () => null },
    orders,
    proposals: { ...proposals, approvalUrl: () => '' },
  });
  const notifier = { changed: (_id: number, topic: string) => void told.push(topic), stop: async () => undefined };
  const [secrets, pushKey] = [createSecretBox(Buffer.alloc(32, 1)), createPushKey(Buffer.alloc(32, 1))];
  const outside = {
    allowed: readNetworks([]),
    mailer: undefined,
    mail: undefined,
    telegramUrl: 'https://telegram.invalid',
    secrets,
    pushKey,
  };
  service = createNotice({ ...bare.deps(), ...outside, clock: () => new Date(Date.now() + aheadMs), notifier, todos });
});
afterAll(() => bare?.close());

async function join({ id, role }: TestMember, userId: UserId): Promise<void> {
  users.set(id, userId);
  await bare.database.pool.query(
    'insert into members (workspace_id, user_id, member_id, role) values ($1, $2, $3, $4)',
    [bare.books.workspaceId, userId, id, role],
  );
}
async function carried(): Promise<void> {
  const log = { error: (facts: object) => expect.fail(JSON.stringify(facts)) };
  while ((await carry({ db: bare.database.db, consumers: [service.consumer], log })) > 0);
}
const readerOf = (member: TestMember) => {
  const userId = users.get(member.id);
  if (userId === undefined) throw new Error(`nobody is ${member.id}`);
  return { workspaceId: bare.books.workspaceId, userId };
};
const noticesOf = (member: TestMember, unread = true) => service.list(readerOf(member), { unread, page: 1, size: 50 });
/** The events that the member has not read, newest first. */
const eventsOf = async (member: TestMember): Promise<string[]> =>
  (await noticesOf(member)).rows.map(({ event }) => event);
const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function decideOn(
  id: OrderId,
  member: TestMember,
  decision: 'initiate' | 'approve' | 'refuse',
  remark?: string,
): Promise<void> {
  const { intent, intent_id } = await read(id);
  expect(await takeApproval(bare.deps(), intent_id, decide(member, parseIntent(intent), decision, remark))).toBe(true);
}
async function asked(): Promise<OrderId> {
  const id = await bare.order(5n);
  await workOnAwaitingApproval(bare.deps(), await read(id));
  return id;
}
const everythingRead = async (): Promise<void> => {
  for (const member of [bare.owner, approver]) await service.read(readerOf(member), Number.MAX_SAFE_INTEGER);
};

test('whoever can decide is told once the signers’ pages have it and its initiator has signed, with the way to their page', async () => {
  const id = await asked();
  await carried();
  expect(await eventsOf(approver)).toEqual([]);
  await decideOn(id, bare.owner, 'initiate');
  await carried();
  const { rows, unread } = await noticesOf(approver);
  expect(unread).toBe(1);
  expect(rows).toMatchObject([{ kind: 'decide', event: 'order.asked', object: `order:${id}` }]);
  expect(rows[0]?.facts.url).toMatch(/^http:\/\/localhost:870[12]\/#\/i\/.*&for=approver-1$/);
  expect(await eventsOf(bare.owner)).toEqual([]);
  expect(told).toContain('notice');
});

test('whoever asked is told that it is to be signed once more, where rules that changed have it asked for anew', async () => {
  const id = await bare.order(5n);
  const { pool } = bare.database;
  await pool.query("update orders set created_at = created_at - interval '1 minute' where id = $1", [id]);
  await workOnAwaitingApproval(bare.deps(), await read(id));
  await carried();
  const { rows } = await noticesOf(bare.owner);
  expect(rows).toMatchObject([{ kind: 'decide', event: 'order.askedAgain', object: `order:${id}` }]);
  expect(rows[0] && toldOf(rows[0], 'en_US', true)).toMatch(
    /^The rules or the address book changed: your payment of 0.000005 .* once more\./,
  );
  await decideOn(id, bare.owner, 'initiate');
  await carried();
  expect([await eventsOf(bare.owner), await eventsOf(approver)]).toEqual([[], ['order.asked', 'order.asked']]);
  await decideOn(id, approver, 'refuse');
  await carried();
  await service.read(readerOf(bare.owner), Number.MAX_SAFE_INTEGER);
});

test('nobody is asked again for what is decided, and who asked is told how it ended, and why it was refused', async () => {
  const [row] = (await noticesOf(approver)).rows;
  await decideOn(Number(row?.object.slice(6)) as OrderId, approver, 'refuse', 'Paid already');
  await carried();
  expect(await eventsOf(approver)).toEqual([]);
  const { rows } = await noticesOf(bare.owner);
  expect(rows).toMatchObject([{ kind: 'outcome', event: 'order.refused', facts: { amount: '0.000005' } }]);
  const told = (language: 'en_US' | 'zh_CN', full: boolean) => rows[0] && toldOf(rows[0], language, full);
  expect(told('en_US', true)).toMatch(/^approver-1 refused the payment of 0.000005 .* Reason: “Paid already”$/);
  expect(told('zh_CN', true)).toMatch(/理由：“Paid already”$/);
  expect(told('en_US', false)).not.toContain('Paid already');
  await everythingRead();
});

test('the reason that is told is of who refused it, and of nobody whose refusal does not count', async () => {
  const id = await asked();
  await decideOn(id, bare.owner, 'initiate');
  await decideOn(id, bystander, 'refuse', 'Use another address');
  await decideOn(id, approver, 'refuse', 'Wrong sum');
  await carried();
  const { rows } = await noticesOf(bare.owner);
  const told = rows.map((row) => toldOf(row, 'en_US', true)).join();
  expect(told).toContain('approver-1 refused');
  expect(told).toContain('Reason: “Wrong sum”');
  expect(told).not.toContain('Use another address');
  await everythingRead();
});

test('whoever can decide is reminded once, a day before it ends, in one line with what asked them first', async () => {
  const id = await asked();
  await decideOn(id, bare.owner, 'initiate');
  await carried();
  await service.remind();
  expect(await eventsOf(approver)).toEqual(['order.asked']);
  aheadMs = 6.5 * 24 * 3_600_000;
  for (let round = 0; round < 2; round++) await service.remind();
  aheadMs = 0;
  expect(await eventsOf(approver)).toEqual(['order.soon']);
  expect((await noticesOf(approver)).unread).toBe(1);
  expect(await eventsOf(bare.owner)).toEqual([]);
  await decideOn(id, approver, 'refuse');
  await carried();
  expect(await eventsOf(approver)).toEqual([]);
  await everythingRead();
});

test('an event that is carried again tells nobody twice', async () => {
  const id = await asked();
  await decideOn(id, bare.owner, 'initiate');
  const { pool } = bare.database;
  await pool.query(
    'insert into outbox (workspace_id, kind, object, data) select workspace_id, kind, object, data from outbox',
  );
  await carried();
  expect(await eventsOf(approver)).toEqual(['order.asked']);
  await everythingRead();
});

test('every member is told of money that came in', async () => {
  const { slate, chain, reader, books, database } = bare;
  const { address } = await database.db.selectFrom('addresses').select('address').executeTakeFirstOrThrow();
  const deps = { ...bare.deps(), chain, reader, recordAside: silent, wakeOrders: () => undefined };
  const follow = () => followOnce(deps, createWatchedSet(chain.id), new AbortController().signal);
  await follow();
  slate.give(address, 7_000_000n);
  slate.mine(6);
  await follow();
  await carried();
  expect(books.subWallets).toHaveLength(1);
  for (const member of [bare.owner, approver]) expect(await eventsOf(member)).toEqual(['deposit.credited']);
  await everythingRead();
});

test('a stop of a signer is told to everybody, a login from somewhere new to its own person', async () => {
  const record = (action: string, object: string, detail: object) =>
    bare.database.pool.query('insert into audit_outbox (record) values ($1)', [
      { action, object, detail, workspace: '', actor: 'system', network: '203.0.113.7', result: 'ok' },
    ]);
  await record('signing.frozen', 'signer:1', { by: 'owner-1', reason: 'drill' });
  await record('session.login', `user:${users.get(approver.id)}`, { seen: 'new', device: 'chrome' });
  await record('session.login', `user:${users.get(approver.id)}`, { seen: 'known', device: 'chrome' });
  await carried();
  expect(await eventsOf(bare.owner)).toEqual(['signing.frozen']);
  // Of what befell something else than a request nobody's words are told: a freeze is told in every workspace.
  const [frozen] = (await noticesOf(bare.owner)).rows;
  expect(frozen && toldOf(frozen, 'en_US', true)).not.toContain('drill');
  expect(await eventsOf(approver)).toEqual(['login.new', 'signing.frozen']);
});

test('every sentence is there in both languages, and the plain one names no amount, payee or person', () => {
  const facts = {
    amount: '12.5',
    symbol: 'ETH',
    payee: '0xpayee',
    worth: '25000.00',
    by: 'Anna',
    actor: 'Bert',
    wallet: 'Treasury',
    network: '203.0.113.7',
    device: 'chrome',
    change: '6',
  };
  for (const event of noticeEvents)
    for (const language of ['en_US', 'zh_CN'] as const) {
      const [plain, full] = [false, true].map((all) => sentenceOf({ event, facts }, language, all));
      expect(plain).toBeTruthy();
      expect(`${plain}${full}`).not.toMatch(/[{}]/);
      for (const secret of ['12.5', '25,000', '0xpayee', 'Anna', 'Bert', '203.0.113.7'])
        expect(plain).not.toContain(secret);
    }
  const hostile = { ...facts, wallet: 'A\nBcc: x\u202e' };
  expect(sentenceOf({ event: 'order.paid', facts: hostile }, 'en_US', false)).toBe(
    'A payment from A Bcc: x  was made.',
  );
});

test('in full it says who is paid, by the name in the address book, and what that was worth', async () => {
  const facts = { amount: '12.5', symbol: 'ETH', by: 'Anna', wallet: 'Treasury', payee: 'Landlord', worth: '25000.00' };
  const told = (event: string, language: 'en_US' | 'zh_CN', changes = {}) =>
    sentenceOf({ event, facts: { ...facts, ...changes } }, language, true);
  expect(told('order.asked', 'en_US')).toBe(
    'Anna asks to withdraw 12.5 ETH (about $25,000.00) from Treasury to Landlord: it waits for your decision.',
  );
  expect(told('order.asked', 'zh_CN')).toBe(
    'Anna 申请从 Treasury 向 Landlord 提币 12.5 ETH（约 $25,000.00），等待您审批。',
  );
  expect(told('order.paid', 'en_US', { payees: '3', worth: '' })).toBe('12.5 ETH was paid from Treasury to 3 payees.');
  const batch = { payees: '3', batch: 'Suppliers of June', worth: '' };
  expect(told('order.paid', 'en_US', batch)).toBe('12.5 ETH was paid from Treasury to “Suppliers of June”, 3 payees.');
  expect(told('order.paid', 'zh_CN', batch)).toBe('已从 Treasury 向“Suppliers of June”（3 个收款方）提币 12.5 ETH。');
  expect(told('order.paid', 'zh_CN', { payee: '', worth: '' })).toBe('已从 Treasury 提币 12.5 ETH。');
  const id = await asked();
  await decideOn(id, bare.owner, 'initiate');
  const { workspace_id, chain, address_to } = await bare.database.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const name = async () => (await noticesOf(approver)).rows.find(({ object }) => object === `order:${id}`)?.facts.payee;
  await sql`insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
    values (${workspace_id}, ${'a'.repeat(64)}, ${[chain]}::text[], ${address_to}, '', '{*}', 'Landlord', now())`.execute(
    bare.database.db,
  );
  await carried();
  expect(await name()).toBe('Landlord');
  await everythingRead();
});

test('a change is named in full: the rule, the payees and the member; and the plain sentence says none of them', () => {
  const told = (event: string, facts: Readonly<Record<string, string>>, language: 'en_US' | 'zh_CN' = 'en_US') =>
    sentenceOf({ event, facts: { by: 'Anna', actor: 'Bert', change: '6', ...facts } }, language, true);
  const rule = { action: 'higherSave', name: 'Large payments', type: 'transfer' };
  expect(told('proposal.asked', rule)).toBe(
    'Anna asks to save the advanced rule “Large payments”: it waits for your decision.',
  );
  expect(told('proposal.asked', rule, 'zh_CN')).toBe('Anna 申请保存高级规则“Large payments”，等待您审批。');
  expect(told('proposal.passed', { action: 'basicSave', walletId: '2', wallet: 'Treasury' })).toBe(
    'The request to change the basic rule of Treasury passed and is in force.',
  );
  expect(told('proposal.refused', { action: 'basicSave', walletId: '*' }, 'zh_CN')).toBe(
    'Bert 拒绝了“修改所有钱包的默认规则”的申请。',
  );
  expect(told('proposal.passed', { action: 'role', name: 'Cem' })).toContain('change the roles of Cem');
  const payees = { added: '5', removed: '0', addedNames: 'Landlord\nBaker\nCook' };
  expect(told('proposal.passed', payees)).toContain('add Landlord, Baker, Cook and 2 more to the address book');
  expect(told('proposal.passed', payees, 'zh_CN')).toBe(
    '“在地址簿中添加“Landlord”、“Baker”、“Cook”等 5 个收款方”已通过审批并生效。',
  );
  const edited = { added: '1', removed: '1', addedNames: 'Landlord', removedNames: 'Landlord' };
  expect(told('proposal.asked', edited)).toContain('change Landlord in the address book');
  // What was written before, and an action of a later version, is told by its kind.
  expect(told('proposal.asked', {})).toBe('Anna asks for a change of the rules: it waits for your decision.');
  expect(told('proposal.asked', { action: 'constructor' })).toContain('a change of the rules');
  for (const facts of [rule, payees, { action: 'add', name: 'Cem' }])
    for (const event of noticeEvents.filter((one) => one.startsWith('proposal.'))) {
      const plain = sentenceOf({ event, facts: { by: 'Anna', actor: 'Bert', change: '6', ...facts } }, 'en_US', false);
      expect(plain).not.toMatch(/Large|Landlord|Cem|Anna|Bert/);
    }
});

test('amounts are grouped as the console groups them, and lose no digit', () => {
  const facts = { amount: '1234567.000000000000000001', symbol: 'ETH', wallet: 'Treasury' };
  for (const event of ['order.paid', 'deposit.credited', 'order.waits'])
    expect(sentenceOf({ event, facts }, 'en_US', true)).toContain('1,234,567.000000000000000001 ETH');
  expect(sentenceOf({ event: 'order.paid', facts: { ...facts, deed: 'stake' } }, 'en_US', true)).toContain(
    '1,234,567.000000000000000001 ETH',
  );
});

test('what is done with stake is told as what it is, and never as a payment', () => {
  const facts = { ...{ amount: '100', symbol: 'TRX', by: 'Anna', actor: 'Bert', wallet: 'Treasury' }, deed: 'unstake' };
  const told = (event: string, full: boolean, changes: Readonly<Record<string, string>> = {}) =>
    sentenceOf({ event, facts: { ...facts, ...changes } }, 'en_US', full);
  expect(told('order.asked', false)).toBe('Unstaking in Treasury waits for your decision.');
  expect(told('order.asked', true)).toBe(
    'Anna asks for this in Treasury: Unstaking 100 TRX. It waits for your decision.',
  );
  expect(told('order.paid', true)).toBe('Unstaking 100 TRX in Treasury is done.');
  expect(told('order.paid', true, { deed: 'unfrozen', amount: '0' })).toBe(
    'Withdrawing what has unfrozen in Treasury is done.',
  );
  const inChinese = (event: string, deed: string) => sentenceOf({ event, facts: { ...facts, deed } }, 'zh_CN', true);
  expect(inChinese('order.asked', 'unstake')).toBe('Anna 申请了 Treasury 的解除质押 100 TRX，等待您审批。');
  expect(inChinese('order.refused', 'reclaim')).toBe('Bert 拒绝了 Treasury 的委托收回 100 TRX。');
  for (const event of noticeEvents.filter((one) => one.startsWith('order.')))
    for (const language of ['en_US', 'zh_CN'] as const)
      for (const full of [false, true]) {
        const text = sentenceOf({ event, facts }, language, full);
        expect([event, text]).not.toEqual([event, event]);
        expect(text).not.toMatch(/[{}]|payment|paid|send|付款|提币/);
      }
});
