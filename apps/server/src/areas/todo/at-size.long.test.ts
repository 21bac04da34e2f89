import { orderStatus, type SubWalletId } from '@holdfast/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import type { Db } from '../../db/database.ts';
import { type Books, makeBooks } from '../../ledger/test/books.ts';
import { eachWord } from '../../parties.ts';
import { explained } from '../../test/explained.ts';
import { writtenValue } from '../../written-values.ts';
import { type EndedAsk, findEnded } from './ended.ts';
import { countOpen, findFitting, findOfSpan, findOpen, openMax, stampOpen } from './queries.ts';
import { statusesOf } from './rules.ts';
import { searchMax } from './words.ts';

/** What the to-do list reads of 100,000 open orders and 100,000 that have ended, one of each hundred of which pays a batch. */
const many = 100_000;
const batchEvery = 100;

let base: TestDatabase;
let books: Books;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db);
  const client = await base.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'; set statement_timeout = 0");
    for (const status of [orderStatus.awaitingApproval, orderStatus.done])
      await client.query(
        `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from, address_to,
           outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at, created_at, raw, txid)
         select $1, $2, 'withdraw', $3::int || '-' || n, repeat('a', 64), $3::int, 'x', 'evm:31337', $4::int, 1, 'own', 'payee-' || n,
           jsonb_build_array(jsonb_build_object('address', 'payee-' || n, 'amount', '1', 'memo', '')), $4::int, 1, '{}', $5, 'm', gen_random_uuid(), repeat('i', 900),
           repeat('b', 64), now() + n * interval '1 second', now() - n * interval '1 second', 'x', 'x' from generate_series(1, $6::int) n`,
        [books.workspaceId, books.subWallets[0] as SubWalletId, status, books.id('ETH'), books.userId, many],
      );
    await client.query(
      `insert into order_approvals (order_id, member, decision, approval) select id, 'm', 'initiate', '{}' from orders where status = $1`,
      [orderStatus.awaitingApproval],
    );
    await client.query(
      `with paying as (select id, split_part(request_id, '-', 2)::int as n, status from orders), made as (
         insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count)
         select $1, $2, $3, 'evm:31337', $4, id, (select jsonb_agg(jsonb_build_object('address', 'x', 'remark', 'Invoice no-' || n || ' of supplier ' || at)) from generate_series(1, 20) at), 20
         from paying where n % $5 = 0 returning id, name)
       insert into batch_orders (batch_id, order_id, workspace_id, version) select id, name::bigint, $1, 1 from made`,
      [books.workspaceId, books.subWallets[0], books.id('ETH'), books.userId, batchEvery],
    );
  } finally {
    client.release(true);
  }
  for (const table of ['orders', 'order_approvals', 'batches', 'batch_orders'])
    await base.pool.query(`vacuum (analyze) ${table}`);
}, 300_000);
afterAll(() => base?.close());

const word = (text: string) => ({
  text,
  members: [],
  named: [{ address: 'payee-0', ways: [{ chains: ['evm:31337'], memo: '' }] }],
  addresses: undefined,
  value: writtenValue(text, () => [{ asset_id: books.id('ETH'), decimals: 18, usd: '2400' }]),
});
/** As a part of the addresses of a thousand payees: these are gone through once, and so are those of them that are open. */
const payees = { ...word('payee'), addresses: Array.from({ length: 1_000 }, (_, n) => `payee-${n}`), each: [] };
const words = (text: string) => ({ ...word(text), each: eachWord(text).map(word) });
const ended = (ask: Partial<EndedAsk>, page = 1) => {
  const all = {
    statuses: statusesOf(1),
    itemType: undefined,
    words: undefined,
    asked: undefined,
    decided: undefined,
    span: { start: undefined, end: undefined },
    ...ask,
  };
  return (db: Db) => findEnded(db, books.workspaceId, all, { limit: 20, offset: (page - 1) * 20 });
};
/** An hour that lies so many hours back: 3,600 of the rows are of it. */
const hourAgo = (hours: number) => {
  const end = Date.now() - hours * 3_600_000;
  return { start: new Date(end - 3_600_000), end: new Date(end) };
};
const before = (hours: number) => ({ start: undefined, end: hourAgo(hours).start });
const cases: readonly (readonly [string, (db: Db) => Promise<unknown>, number])[] = [
  ['what is open and looked through', (db) => findOpen(db, books.workspaceId), 2 * openMax + 500],
  ['whether any of it has changed', (db) => stampOpen(db, books.workspaceId), 3 * openMax + 500],
  ['how many are open', (db) => countOpen(db, books.workspaceId, 1_001), 1_500],
  ['open, by what none has', (db) => findFitting(db, books.workspaceId, words('nothing-of-this')), searchMax + 500],
  ['open, by part of many addresses', (db) => findFitting(db, books.workspaceId, payees), searchMax + 2 * 1_000 + 500],
  ['passed, by part of many addresses', ended({ words: payees }), 4 * searchMax],
  ['open, by an amount', (db) => findFitting(db, books.workspaceId, words('1,250')), searchMax + 500],
  ['open, by dollars', (db) => findFitting(db, books.workspaceId, words('$3,000,000')), searchMax + 500],
  ['open, by a whole address', (db) => findFitting(db, books.workspaceId, words(`payee-${many}`)), searchMax + 500],
  [
    'open, by several words',
    (db) => findFitting(db, books.workspaceId, words('eth payee 1,250 none')),
    searchMax + 500,
  ],
  [
    'open, by what rows of batches remark',
    (db) => findFitting(db, books.workspaceId, words('invoice no-700 of')),
    searchMax + 500,
  ],
  ['passed', ended({}), 15_000],
  ['passed, page 100', ended({}, 100), 15_000],
  ['refused', ended({ statuses: statusesOf(2) }), 200],
  ['passed, by what none has', ended({ words: words('nothing-of-this') }), 4 * searchMax],
  ['passed, by an amount', ended({ words: words('1,250') }), 4 * searchMax],
  ['passed, by several words', ended({ words: words('eth payee 1,250 none') }), 4 * searchMax],
  ['passed, by what rows of batches remark', ended({ words: words('invoice no-700 of') }), 4 * searchMax],
  ['passed, decided by nobody', ended({ decided: 'x' }), 4 * searchMax],
  ['open, of an hour', (db) => findOfSpan(db, books.workspaceId, hourAgo(20), undefined), 3 * openMax + 2_500],
  ['open, of before', (db) => findOfSpan(db, books.workspaceId, before(20), undefined), 3 * openMax + 2_500],
  [
    'open, of an hour, by words',
    (db) => findOfSpan(db, books.workspaceId, hourAgo(20), words('nothing-of-this')),
    3 * searchMax,
  ],
  ['passed, of an hour', ended({ span: hourAgo(20) }), 4_000],
  ['passed, of before', ended({ span: before(20) }), 15_000],
  ['passed, of an hour, by words', ended({ span: hourAgo(20), words: words('nothing-of-this') }), 4 * searchMax],
  ['passed, asked for by nobody', ended({ asked: 'x' }), 4 * searchMax],
];

test.each(cases)('%s: reads no more than it needs', async (_what, work, most) => {
  const { reads } = await explained(base.connection, work);
  expect(reads.flatMap(({ through }) => through)).toEqual([]);
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(most);
});

test('of certain days what was asked for in them is found, however far back, and it is said that there is more', async () => {
  const passed = await ended({ span: hourAgo(20) })(base.db);
  expect(passed.total).toBeGreaterThan(3_500);
  expect(passed.total).toBeLessThanOrEqual(3_600);
  const { things, older } = await findOfSpan(base.db, books.workspaceId, hourAgo(20), undefined);
  expect([things.length, older]).toEqual([openMax, true]);
  const few = { start: new Date(Date.now() - 20 * 3_600_000 - 60_000), end: new Date(Date.now() - 20 * 3_600_000) };
  const some = await findOfSpan(base.db, books.workspaceId, few, undefined);
  expect([some.things.length, some.older]).toEqual([60, false]);
});

test('beyond what is searched, a number and a whole address are found, and it is said that there is more', async () => {
  const last = await base.pool.query(`select id from orders where status = $1 and address_to = $2`, [
    orderStatus.awaitingApproval,
    `payee-${many}`,
  ]);
  const id = last.rows[0].id;
  for (const text of [String(id), `payee-${many}`, `W-${id} payee`, `eth payee-${many}`])
    expect((await findFitting(base.db, books.workspaceId, words(text))).map((thing) => thing.id)).toEqual([id]);
  const passed = await ended({ words: words(`payee-${many}`) })(base.db);
  expect(passed).toMatchObject({ total: 1, older: true });
  expect(await ended({ words: words('payee-77') })(base.db)).toMatchObject({ older: true });
  expect(await ended({})(base.db)).toMatchObject({ total: 10_000, older: false });
});

test('what rows of batches remark is found as far as texts are searched', async () => {
  const numberOf = async (status: number, n: number): Promise<number> => {
    const { rows } = await base.pool.query('select id from orders where request_id = $1', [`${status}-${n}`]);
    return rows[0].id;
  };
  const open = async (text: string) => (await findFitting(base.db, books.workspaceId, words(text))).map(({ id }) => id);
  const passed = async (text: string) => (await ended({ words: words(text) })(base.db)).refs.map(({ id }) => id);
  const [near, far] = [searchMax - batchEvery, searchMax + batchEvery];
  expect(await open(`invoice no-${near} of`)).toEqual([await numberOf(orderStatus.awaitingApproval, near)]);
  expect(await passed(`invoice no-${near} of`)).toEqual([await numberOf(orderStatus.done, near)]);
  for (const find of [open, passed]) expect(await find(`invoice no-${far} of`)).toEqual([]);
});

test('what was kept is read anew after whatever changes it, and not before', async () => {
  const stamp = () => stampOpen(base.db, books.workspaceId);
  const { rows } = await base.pool.query('select id from orders where status = $1 order by expires_at, id limit 1', [
    orderStatus.awaitingApproval,
  ]);
  const id = rows[0].id;
  const before = await stamp();
  expect(await stamp()).toBe(before);
  const client = await base.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    const changes = [
      `insert into order_approvals (order_id, member, decision, approval) values (${id}, 'n', 'approve', '{}')`,
      `update orders set risen_quotes = '[{"at": 1}]' where id = ${id}`,
      `with gone as (delete from order_approvals where order_id = ${id} and member = 'n') update orders set digest = repeat('c', 64) where id = ${id}`,
      `update orders set status = ${orderStatus.approvalRefused} where id = ${id}`,
    ];
    const seen = [before];
    for (const change of changes) {
      await client.query(change);
      seen.push(await stamp());
    }
    expect(new Set(seen).size).toBe(changes.length + 1);
    // Whatever else is written down of it changes nothing that is shown here.
    await client.query(
      `update orders set lease_until = now() where status = ${orderStatus.awaitingApproval} and id < ${id} + 10`,
    );
    expect(await stamp()).toBe(seen.at(-1));
  } finally {
    client.release(true);
  }
});
