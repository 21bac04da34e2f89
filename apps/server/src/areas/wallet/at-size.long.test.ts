import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { findWatched } from '../../chainwatch/watched.ts';
import { makePeople, type People } from '../../ledger/test/books.ts';
import { looksOfAll } from '../../look-alikes.ts';
import { explained } from '../../test/explained.ts';
import { findLacking } from './address-queries.ts';
import { markSubWallets } from './marks.ts';
import { countSubWallets, findSubWalletPage, namesOfAlike, type SubWalletAsk } from './queries.ts';
import { createWallet } from './service.ts';

/** What selectors and the page of wallets read of 100,000 wallets. */
const many = 100_000;

let base: TestDatabase;
let books: People;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makePeople(base.db);
  // By parts, each within the time that a statement has.
  const part = 20_000;
  for (let after = 0; after < many; after += part)
    await base.pool.query(
      `insert into sub_wallets (workspace_id, name, alias, type, status, app_show_status, created_by)
     select $1, 'Customer ' || n, case when n % 1000 = 7 then 'Branch ' || n else '' end, 1,
       case when n % 50 = 0 then 'archived' else 'active' end, case when n % 40 = 0 then 2 else 1 end, $2 from generate_series($3::int + 1, $4::int) n`,
      [books.workspaceId, books.userId, after, after + part],
    );
  await base.pool.query('vacuum analyze sub_wallets');
  await markSubWallets(base.db);
}, 120_000);
afterAll(() => base?.close());

const selector = { page: 1, size: 50, usable: true, countTo: 1_001 };
const cases: readonly (readonly [string, SubWalletAsk, number])[] = [
  ['opened', selector, 3_000],
  ['searched for one', { ...selector, keyword: 'customer 73519' }, 200],
  ['searched by alias', { ...selector, keyword: 'branch 9000' }, 400],
  ['searched for what there is none of', { ...selector, keyword: 'nobody has this' }, 200],
  ['searched for what all have', { ...selector, keyword: 'customer' }, 3_000],
  ['asked for names', { page: 1, size: 1_000, ids: [1, 500, 73_519, 99_999] }, 50],
  ['asked for one', { page: 1, size: 1, ids: [73_519] }, 20],
  ['pinned', { page: 1, size: 1_000, isTop: true }, 20],
  ['searched for two letters that none has', { ...selector, keyword: 'zq' }, 20],
  ['searched for two letters that few have', { ...selector, keyword: 'NC' }, 400],
  ['searched for two letters that all have', { ...selector, keyword: 'cu' }, 3_000],
  ['searched for one letter that none has', { ...selector, keyword: 'z' }, 20],
  ['a page in the middle', { page: 2_517, size: 20, isTop: false }, 3_000],
  ['a page near the end', { page: 98, size: 1_000 }, 3_000],
];

test.each(cases)('%s: reads no more than it needs', async (_what, ask, most) => {
  const { reads } = await explained(base.connection, (db) => findSubWalletPage(db, books.workspaceId, ask));
  // A scan of the whole table would be 100,000; one that a bound ends after a thousand is as good as an index.
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(most);
});

test('pages and their count are those of all rows, whatever is pinned and came since the marks', async () => {
  const { pool, db } = base;
  const { workspaceId, userId } = books;
  const made = `insert into sub_wallets (workspace_id, name, type, created_by) select $1, 'Late ' || n, 1, $2 from generate_series(1, 1500) n`;
  await pool.query(made, [workspaceId, userId]);
  await pool.query('update sub_wallets set is_top = true where id % 2500 = 999 or id in (1, 2, 50000, 50001)');
  const all = await pool.query('select id, is_top from sub_wallets where workspace_id = $1 order by id', [workspaceId]);
  const of = (isTop: false | undefined) => all.rows.filter((row) => isTop === undefined || !row.is_top);
  for (const isTop of [false, undefined] as const)
    for (const [page, size] of [
      [2, 20],
      [50, 20],
      [51, 20],
      [998, 1],
      [999, 1],
      [1_000, 1],
      [1_001, 1],
      [49, 1_000],
      [50, 1_000],
      [51, 1_000],
      [102, 1_000],
      [103, 1_000],
    ] as const) {
      const found = await findSubWalletPage(db, workspaceId, { isTop, page, size });
      expect(found.total).toBe(of(isTop).length);
      const ids = of(isTop).map(({ id }) => id);
      expect(found.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * size, page * size));
    }
  expect(await countSubWallets(db, workspaceId)).toBe(all.rows.length);
  await Promise.all([markSubWallets(db), markSubWallets(db)]);
  const marks = await pool.query('select n, id from sub_wallet_marks order by n');
  expect(marks.rows).toEqual(all.rows.flatMap(({ id }, n) => ((n + 1) % 1_000 === 0 ? [{ n: n + 1, id }] : [])));
  expect(await countSubWallets(db, workspaceId)).toBe(all.rows.length);
  await pool.query('delete from sub_wallet_marks where n > 100000');
  await pool.query("delete from sub_wallets where name like 'Late %'");
  await pool.query('update sub_wallets set is_top = false where is_top');
  await pool.query('vacuum analyze sub_wallets');
});

test('any one or two letters of a name or an alias find it, and none that it does not hold', async () => {
  const [name, alias] = ["O'Ré\\ly 50%_ü :*&|", 'Ж😀ж x'];
  const { rows } = await base.pool.query(
    'insert into sub_wallets (workspace_id, name, alias, type, created_by) values ($1, $2, $3, 1, $4) returning id',
    [books.workspaceId, name, alias, books.userId],
  );
  const find = async (keyword: string) =>
    (await findSubWalletPage(base.db, books.workspaceId, { id: rows[0].id, keyword, page: 1, size: 1 })).total;
  for (const text of [name, alias]) {
    const letters = [...text];
    for (const [n, letter] of letters.entries())
      for (const keyword of [letter, letter.toUpperCase(), letters.slice(n, n + 2).join('')])
        expect([keyword, await find(keyword)]).toEqual([keyword, 1]);
  }
  for (const keyword of ['q', "'o", '|ж', '%5', 'é_', '😀x', '\\\\', "''", 'éq'])
    expect([keyword, await find(keyword)]).toEqual([keyword, 0]);
  await base.pool.query('delete from sub_wallets where id = $1', [rows[0].id]);
});

test('a new name is held against those that look like it alone, once it is written down how the others look', async () => {
  const { fillLooks } = createWallet({ db: base.db } as never);
  // One more than there are ten thousands: the books have wallets beside the many.
  for (let n = 0; n <= many / 10_000; n++) await fillLooks();
  await base.pool.query('vacuum analyze sub_wallets');
  const find = (name: string) =>
    explained(base.connection, (db) => namesOfAlike(db, books.workspaceId, looksOfAll(books.workspaceId, [name])));
  const { reads } = await find('Customer 735l9');
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(10);
  const names = (name: string) => namesOfAlike(base.db, books.workspaceId, looksOfAll(books.workspaceId, [name]));
  expect(await names('Customer 735l9')).toEqual(['Customer 73519']);
  expect(await names('Branch 9OO7')).toEqual(['Customer 9007', 'Branch 9007']);
  expect(await names('Nobody is called so')).toEqual([]);
  // A server that knows nothing of looks gives an alias.
  await base.pool.query("update sub_wallets set alias = 'Renamed' where name = 'Customer 5'");
  expect(await names('Renamed')).toEqual(['Customer 5', 'Renamed']);
  // Or one with other tables of letters has written them down.
  await fillLooks();
  await base.pool.query("update sub_wallets set looks_by = 'other' where name = 'Customer 5'");
  expect(await names('Nobody is called so')).toEqual(['Customer 5', 'Renamed']);
});

test('what is hidden, archived or still being made is offered by no selector, and found by its id', async () => {
  const find = (ask: Partial<SubWalletAsk>) => findSubWalletPage(base.db, books.workspaceId, { ...selector, ...ask });
  expect((await find({ keyword: 'customer 99950' })).rows).toEqual([]);
  expect((await find({ keyword: 'customer 99960' })).rows).toEqual([]);
  expect((await find({ usable: false, keyword: 'customer 99960' })).rows).toHaveLength(1);
});

test('whose addresses are among those of a block, and which wallets lack one, is read by an index of 100,000', async () => {
  const [chain, lacking] = ['evm:31337', 3];
  // By parts, each within the time that a statement has.
  const part = 20_000;
  for (let after = lacking; after <= many; after += part)
    await base.pool.query(
      `insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
       select s.workspace_id, s.id, $1, w.key_group_id, 'm/' || s.id, 0, 0, '0x' || s.id, '', '{}'
       from sub_wallets s join workspaces w on w.id = s.workspace_id where s.id > $2 and s.id <= $3`,
      [chain, after, after + part],
    );
  await base.pool.query('vacuum analyze addresses');
  const sum = (reads: readonly { readonly rows: number }[]) => reads.reduce((all, { rows }) => all + rows, 0);
  const asked = ['0x73519', '0xnobody', '0x99999'];
  const watched = await explained(base.connection, (db) => findWatched(db, chain, asked));
  expect(watched.result.map((found) => found?.subWalletId)).toEqual([73_519, undefined, 99_999]);
  expect(sum(watched.reads)).toBeLessThanOrEqual(asked.length);

  const on = { workspaceId: books.workspaceId, chain, branches: [0] } as const;
  const first = await explained(base.connection, (db) => findLacking(db, on, 0 as never, lacking));
  expect(first.result).toEqual([1, 2, 3]);
  expect(sum(first.reads)).toBeLessThanOrEqual(2 * lacking + 2);
  expect(await findLacking(base.db, on, 3 as never, 200)).toEqual([]);
}, 120_000);
