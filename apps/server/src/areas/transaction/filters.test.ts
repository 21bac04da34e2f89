import { fromUnits } from '@holdfast/money';
import { randomFrom } from '@holdfast/testkit/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { type ManyTransactions, makeManyTransactions } from '../../test/list-cases.ts';
import { comparedMax } from './each-word.ts';
import { countAll, type Filter, findPage, type Place } from './queries.ts';

/** Filters put together by chance give what a plain reading of all rows gives, in its order, each row once. */
const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed).next;

interface Plain {
  readonly id: number;
  readonly type: 1 | 2;
  readonly micros: number;
  readonly sub_wallet_id: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly status: number;
  readonly initiator: string;
  readonly request_id: string;
  /** Whom a search finds it by. */
  readonly others: readonly string[];
  /** Whom the filter by address finds it by. */
  readonly sides: readonly string[];
  readonly text: string;
  readonly tags: readonly string[];
}

let base: TestDatabase;
let many: ManyTransactions;
let rows: Plain[];

/** 123 coins of both numbers of decimals, and as many base units; of them an order that is found by its amount, payee, remark and request at once. */
async function sameAmounts(): Promise<void> {
  const client = await base.pool.connect();
  try {
    // What an order pays does not change but for this.
    await client.query("set session_replication_role = 'replica'");
    await client.query('update deposits set amount = 123 * 10::numeric ^ 18 where id % 11 = 0');
    await client.query('update orders set amount = 123 * 10::numeric ^ 6 where id % 13 = 0');
    await client.query(
      "update orders set amount = 123 * 10::numeric ^ 18, address_to = 'other123', request_id = '123' where id = 7",
    );
    await client.query("set session_replication_role = 'origin'");
    await client.query("update orders set remark = 'about 123' where id = 7");
  } finally {
    client.release(true);
  }
}
beforeAll(async () => {
  console.log(`seed ${seed}`);
  base = await startTestDatabase();
  many = await makeManyTransactions(base.db, base.pool, { rows: 4_000, wallets: 12 });
  await sameAmounts();
  const read = await sql<Plain>`
    select d.id, 1 as type, (extract(epoch from d.created_at) * 1000000)::bigint as micros, sub_wallet_id, symbol, decimals, amount, status, '' as initiator, '' as request_id,
      array[address_from] as others, array[address_from, address_to] as sides, coalesce(x.text, '') as text, coalesce(n.tags, '{}') as tags
    from deposits d join assets a on a.id = d.asset_id left join transaction_texts x on x.type = 1 and x.transaction_id = d.id
      left join transaction_notes n on n.type = 1 and n.transaction_id = d.id
    union all
    select o.id, 2, (extract(epoch from o.created_at) * 1000000)::bigint, sub_wallet_id, symbol, decimals, amount, status, initiator, request_id,
      array[address_to], array[address_from, address_to], coalesce(x.text, ''), coalesce(n.tags, '{}')
    from orders o join assets a on a.id = o.asset_id left join transaction_texts x on x.type = 2 and x.transaction_id = o.id
      left join transaction_notes n on n.type = 2 and n.transaction_id = o.id`.execute(base.db);
  rows = read.rows;
});
afterAll(() => base?.close());

const chosen = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
/** Some of them, one more likely than many; or none, which is no filter. */
function some<T>(from: readonly T[], share: number): T[] | undefined {
  if (random() > share) return undefined;
  const most = random() < 0.3 ? 10 : 3;
  return [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => chosen(from)))];
}
const maybe = <T>(share: number, value: T): T | undefined => (random() < share ? value : undefined);

const amounts: Readonly<Record<string, string>> = {
  '1,500.000000000000000001': '1500.000000000000000001',
  '1500.0000000000000000010': '1500.000000000000000001',
  '123': '123',
  '123.00': '123',
  '0.000000000000000777': '0.000000000000000777',
  '77.5': '77.5',
};
const texts = [
  ...Object.keys(amounts),
  'xchang',
  'invoice 42',
  'other12',
  'xchang 1,500.000000000000000001',
  'other12 invoice',
  'eth 123 xchang',
];

function wanted(): Omit<Filter, 'workspaceId'> {
  const symbols = ['ETH', 'RARE', 'ABSENT', ...Array.from({ length: 12 }, (_, n) => `TOKEN${n}`)];
  const text = maybe(0.35, chosen(texts));
  return {
    subWallets: some(many.subWallets, 0.4),
    coins: some(symbols, 0.4)?.map((symbol) => ({ symbol })),
    statuses: some([1000, 1200, 2000, 2100, 2202, 2400, 3000], 0.4),
    initiator: maybe(0.25, chosen(['payroll', 'm', 'seldom', 'nobody'])),
    type: maybe(0.2, chosen([1, 2])),
    tag: maybe(0.15, chosen(['often', 'seldom'])),
    addresses: text === undefined ? maybe(0.15, [chosen(['exchange', 'other7', 'nobody'])]) : undefined,
    words: text === undefined ? undefined : { text, book: false },
    order: chosen(['asc', 'desc']),
  };
}

function hasText(row: Plain, text: string): boolean {
  const amount = amounts[text];
  return (
    (amount !== undefined && fromUnits(row.amount, row.decimals) === amount) ||
    row.others.some((other) => other.includes(text)) ||
    row.text.includes(text) ||
    row.request_id === text ||
    String(row.id) === text
  );
}
/** Where no row has the text as it stands, each of its words may be found in another place, or be the coin. Of the rarest word that is no coin the newest are compared. */
function soughtBy(text: string): (row: Plain) => boolean {
  const words = text.split(' ');
  if (words.length === 1 || rows.some((row) => hasText(row, text))) return (row) => hasText(row, text);
  const ofWords = words
    .filter((word) => !rows.some(({ symbol }) => symbol.toLowerCase() === word))
    .map((word) => inOrder('desc', (row) => hasText(row, word)).slice(0, comparedMax));
  const rarest = new Set(ofWords.sort((a, b) => a.length - b.length)[0]);
  return (row) => rarest.has(row) && words.every((word) => hasText(row, word) || row.symbol.toLowerCase() === word);
}
const fits = (row: Plain, f: Omit<Filter, 'workspaceId'>): boolean =>
  (f.subWallets?.some((id) => id === row.sub_wallet_id) ?? true) &&
  (f.coins?.some(({ symbol }) => symbol === row.symbol) ?? true) &&
  (f.statuses?.includes(row.status) ?? true) &&
  (f.initiator === undefined || (row.type === 2 && row.initiator === f.initiator)) &&
  (f.type === undefined || row.type === f.type) &&
  (f.tag === undefined || row.tags.includes(f.tag)) &&
  (f.addresses?.some((address) => row.sides.includes(address)) ?? true);

const keyOf = ({ type, id }: { readonly type: number; readonly id: number }): string => `${type}:${id}`;
function inOrder(order: Filter['order'], has: (row: Plain) => boolean): Plain[] {
  const way = order === 'asc' ? 1 : -1;
  return rows.filter(has).sort((a, b) => way * (a.micros - b.micros) || a.type - b.type || way * (a.id - b.id));
}
function plainly(f: Omit<Filter, 'workspaceId'>): string[] {
  const sought = f.words === undefined ? () => true : soughtBy(f.words.text);
  return inOrder(f.order, (row) => fits(row, f) && sought(row)).map(keyOf);
}

/** All of them, half by page numbers and half behind the last row of each page. */
async function listed(filter: Filter): Promise<{ keys: string[]; totals: number[] }> {
  const [keys, totals, size]: [string[], number[], number] = [[], [], 70];
  let after: Place | undefined;
  for (let page = 1; ; page++) {
    const found = await findPage(base.db, { ...filter, after }, after ? 1 : page, size);
    totals.push(found.total + (after ? keys.length : 0));
    keys.push(...found.rows.map(keyOf));
    if (!found.next) return { keys, totals };
    if (page > 2) after = found.next;
  }
}

test('a list by any filters is what a plain reading gives, page by page, counted and exported alike', async () => {
  const all = ['addresses', 'coins', 'initiator', 'order', 'statuses', 'subWallets', 'tag', 'type', 'words'];
  const kinds = new Set<string>();
  // Each filter finds something at least once, so that it is looked at.
  for (let n = 0; n < 80 || (kinds.size < all.length && n < 400); n++) {
    const filter = wanted();
    const expected = plainly(filter);
    const told = `seed ${seed}, filter ${n}: ${JSON.stringify(filter)}`;
    const { keys, totals } = await listed({ workspaceId: many.workspaceId, ...filter });
    expect(keys, told).toEqual(expected);
    expect(new Set(totals), told).toEqual(new Set([expected.length]));
    expect(await countAll(base.db, { workspaceId: many.workspaceId, ...filter }), told).toBe(expected.length);
    if (expected.length > 0)
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) kinds.add(name);
  }
  expect([...kinds].sort()).toEqual(all);
}, 120_000);

test('an amount is found in every coin by its decimals, however it is written, and nothing that only has its digits', async () => {
  const look = async (text: string) =>
    (await findPage(base.db, { workspaceId: many.workspaceId, words: { text, book: false } }, 1, 200)).rows;
  const found = await look('123.00');
  expect(new Set(found.map(({ decimals }) => decimals))).toEqual(new Set([6, 18]));
  for (const { amount, decimals } of found) expect(fromUnits(amount, decimals)).toBe('123');
  expect(await look('12.300')).toEqual([]);
  expect(await look('0.000')).toEqual([]);
  expect((await look('123,00')).map(keyOf)).toEqual(found.map(keyOf));
});
