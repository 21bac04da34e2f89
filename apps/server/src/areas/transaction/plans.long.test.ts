import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { explained, type Read } from '../../test/explained.ts';
import { type ListCase, type ManyTransactions, makeManyTransactions } from '../../test/list-cases.ts';
import type { Worth } from './filter.ts';
import { countAll, countMax, findFrom, findPage, findPageByValue } from './queries.ts';

const rows = 200_000;

let base: TestDatabase;
let many: ManyTransactions;
beforeAll(async () => {
  base = await startTestDatabase();
  many = await makeManyTransactions(base.db, base.pool, { rows, wallets: 1_000 });
}, 300_000);
afterAll(() => base?.close());

const sum = (reads: readonly Read[], of: (read: Read) => number): number =>
  reads.reduce((all, read) => all + of(read), 0);
const buffersOf = (reads: readonly Read[]): number => sum(reads, ({ buffers }) => buffers);
const sizeOf = ({ size = 20 }: ListCase): number => size;

test('no filter, order or page reads more than a few times what it gives, and none reads a table through', async () => {
  const wrong: string[] = [];
  for (const each of many.cases) {
    const { reads, result } = await explained(base.connection, (db) =>
      findPage(db, { workspaceId: many.workspaceId, ...each.filter }, each.page ?? 1, sizeOf(each)),
    );
    // Up to here the page lies on both sides, and so far was counted.
    const given = (each.page ?? 1) * sizeOf(each) * 2 + result.total;
    const through = reads.flatMap(({ through }) => through);
    const [looked, buffers] = [sum(reads, ({ rows }) => rows), buffersOf(reads)];
    if (through.length > 0) wrong.push(`${each.name}: reads all of ${through.join(', ')}`);
    const compared = each.compared ?? 0;
    if (looked > (each.times ?? 2) * given + 200 + 4 * compared)
      wrong.push(`${each.name}: ${looked} rows read for ${given}`);
    if (buffers > 2 * given + 1_000 + 5 * compared) wrong.push(`${each.name}: ${buffers} buffers for ${given}`);
  }
  expect(wrong).toEqual([]);
}, 300_000);

test('to put the newest in order by value reads each of them by its key, whatever is filtered by, and no table through', async () => {
  const wrong: string[] = [];
  for (const { name, filter } of many.cases) {
    const ask = { page: 1, size: 20, by: 'value', way: 'desc', prices: many.prices } as const;
    const look = (worth?: Worth) =>
      explained(base.connection, (db) => findPageByValue(db, { workspaceId: many.workspaceId, ...filter, worth }, ask));
    const { reads, result } = await look();
    // A range looks at the same rows, however few are in it.
    const few = await look({ least: 1_000_000_000_000n, most: undefined });
    const through = [...reads, ...few.reads].flatMap(({ through }) => through);
    if (through.length > 0) wrong.push(`${name}: reads all of ${through.join(', ')}`);
    const [looked, lookedForFew] = [reads, few.reads].map((of) => sum(of, ({ rows }) => rows)) as [number, number];
    if (looked > 8 * (result.total + 1_000) + 20_000) wrong.push(`${name}: ${looked} rows read for ${result.total}`);
    if (lookedForFew > looked + 20_000) wrong.push(`${name}: ${lookedForFew} rows read for a range, ${looked} for all`);
  }
  expect(wrong).toEqual([]);
}, 300_000);

test('of four times as many rows no more is read than goes by what is given', async () => {
  const fewer = await startTestDatabase();
  const few = await makeManyTransactions(fewer.db, fewer.pool, { rows: rows / 4, wallets: 1_000 });
  try {
    const wrong: string[] = [];
    for (const [n, each] of many.cases.entries()) {
      // Where words are looked for, the texts that have them are read before the rows.
      if (each.times !== undefined) continue;
      const look = (base: TestDatabase, of: ManyTransactions) =>
        explained(base.connection, (db) => {
          const { filter = {}, page = 1 } = of.cases[n] ?? {};
          return findPage(db, { workspaceId: of.workspaceId, ...filter } as never, page, sizeOf(each));
        });
      const [less, more] = [await look(fewer, few), await look(base, many)];
      const given = Math.max(1, (more.result.total + 500) / (less.result.total + 500));
      const [small, large] = [buffersOf(less.reads), buffersOf(more.reads)];
      if (large > 1.5 * given * small + 200) wrong.push(`${each.name}: ${small} buffers, then ${large}`);
    }
    expect(wrong).toEqual([]);
  } finally {
    await fewer.close();
  }
}, 300_000);

test('going on behind the last row of a page gives what the next page number gives, and each row once', async () => {
  const differing: string[] = [];
  for (const { name, filter } of many.cases) {
    const ask = { workspaceId: many.workspaceId, ...filter };
    const [first, second] = [await findPage(base.db, ask, 1, 20), await findPage(base.db, ask, 2, 20)];
    const on = first.next ? await findPage(base.db, { ...ask, after: first.next }, 1, 20) : { rows: [] };
    const keys = (rows: readonly { type: number; id: number }[]) => rows.map(({ type, id }) => `${type}:${id}`);
    if (keys(on.rows).join() !== keys(second.rows).join()) differing.push(name);
    const both = keys([...first.rows, ...second.rows]);
    if (new Set(both).size !== both.length) differing.push(`${name}: twice`);
  }
  expect(differing).toEqual([]);
}, 300_000);

test('the last page that numbers reach says whether more fit than are counted: none, one, or many', async () => {
  const { workspaceId } = many;
  const size = 20;
  const { rows: newest } = await findFrom(base.db, { workspaceId }, countMax + 2);
  const differing: unknown[] = [];
  const seen = new Set<number>();
  // From the moment of one of these rows on there are about as many as its place.
  for (const place of [countMax - size, countMax - 1, countMax, countMax + 1, countMax + 2]) {
    const start = newest[place - 1]?.created_at;
    const all = await countAll(base.db, { workspaceId, start });
    seen.add(Math.sign(all - countMax));
    const page = await findPage(base.db, { workspaceId, start }, countMax / size, size);
    const given = [page.total, page.bounded, page.rows.length, page.next !== undefined];
    const shown = Math.max(0, Math.min(size, all - (countMax - size)));
    const wanted = [Math.min(all, countMax), all > countMax, shown, shown === size];
    if (given.join() !== wanted.join()) differing.push({ all, given, wanted });
  }
  expect(differing).toEqual([]);
  expect([...seen].sort()).toEqual([-1, 0, 1]);
}, 300_000);

test('of more than are put in order by value the newest are, and page numbers reach no further', async () => {
  const { workspaceId, prices } = many;
  const ask = { size: 100, by: 'value', way: 'desc', prices } as const;
  const { total, bounded } = await findPageByValue(base.db, { workspaceId }, { ...ask, page: 1 });
  expect({ total, bounded }).toEqual({ total: countMax, bounded: true });
  const { rows: newest } = await findFrom(base.db, { workspaceId }, countMax);
  const keyOf = ({ type, id }: { readonly type: number; readonly id: number }): string => `${type}:${id}`;
  const seen = new Set<string>();
  for (let page = 1; page <= countMax / ask.size; page++)
    for (const row of (await findPageByValue(base.db, { workspaceId }, { ...ask, page })).rows) seen.add(keyOf(row));
  expect(seen).toEqual(new Set(newest.map(keyOf)));
  const beyond = findPageByValue(base.db, { workspaceId }, { ...ask, page: countMax / ask.size + 1 });
  await expect(beyond).rejects.toMatchObject({ refusal: 'tooManyRows' });
}, 300_000);

test('dollars go through none of what is final for the few that are not, however usual their amount is', async () => {
  const client = await base.pool.connect();
  try {
    // What became final is no more changed but for this.
    await client.query("set session_replication_role = 'replica'");
    // To write all rows anew may take longer than any statement of the server may.
    await client.query('set statement_timeout = 0');
    for (const table of ['deposits', 'orders'])
      await client.query(`update ${table} set worth_cents = 1 where id % 101 <> 0`);
  } finally {
    client.release(true);
  }
  await base.pool.query('vacuum (analyze) deposits, orders');
  const words = { text: '$3,000', book: false, prices: () => many.prices };
  const { reads, result } = await explained(base.connection, (db) =>
    findPage(db, { workspaceId: many.workspaceId, words }, 1, 20),
  );
  expect(result.total).toBeGreaterThan(100);
  expect(reads.flatMap(({ through }) => through)).toEqual([]);
  expect(sum(reads, ({ rows }) => rows)).toBeLessThan(10 * result.total + 1_000);
}, 300_000);
