import { fromUnits } from '@holdfast/money';
import { nearestCents } from '@holdfast/policy';
import { randomFrom } from '@holdfast/testkit/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { type ManyTransactions, makeManyTransactions, networks } from '../../test/list-cases.ts';
import type { AssetPrice } from '../../written-values.ts';
import { comparedMax } from './each-word.ts';
import { countAll, type Filter, findFrom, findPage, findPageByValue, type Place } from './queries.ts';

/** Filters put together by chance give what a plain reading of all rows gives, in its order, each row once. */
const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const draws = randomFrom(seed);
const random = draws.next;

interface Plain {
  readonly id: number;
  readonly type: 1 | 2;
  readonly micros: number;
  readonly sub_wallet_id: number;
  readonly asset_id: number;
  readonly network: string;
  readonly symbol: string;
  readonly worth_cents: bigint | null;
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
    await client.query('update deposits set worth_cents = id % 97 where id % 3 = 0');
    await client.query('update orders set worth_cents = id % 89 where id % 5 = 0');
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
    select d.id, 1 as type, (extract(epoch from d.created_at) * 1000000)::bigint as micros, sub_wallet_id, asset_id, a.chain as network, symbol, worth_cents, decimals, amount, status, '' as initiator, '' as request_id,
      array[address_from] as others, array[address_from, address_to] as sides, coalesce(x.text, '') as text, coalesce(n.tags, '{}') as tags
    from deposits d join assets a on a.id = d.asset_id left join transaction_texts x on x.type = 1 and x.transaction_id = d.id
      left join transaction_notes n on n.type = 1 and n.transaction_id = d.id
    union all
    select o.id, 2, (extract(epoch from o.created_at) * 1000000)::bigint, sub_wallet_id, asset_id, a.chain as network, symbol, worth_cents, decimals, amount, status, initiator, request_id,
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
    network: maybe(0.15, chosen(networks)),
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
  (f.network === undefined || row.network === f.network) &&
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
  const all = ['addresses', 'coins', 'initiator', 'network', 'order', 'statuses', 'subWallets', 'tag', 'type', 'words'];
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

/** Of two coins of three. */
function somePrices(): AssetPrice[] {
  const assets = [...new Map(rows.map(({ asset_id, decimals }) => [asset_id, decimals]))];
  return assets
    .filter((_, at) => at % 3 !== 0)
    .map(([asset_id, decimals]) => ({ asset_id, decimals, usd: `${draws.between(0, 9)}.${draws.between(1, 99_999)}` }));
}
function centsOf({ asset_id, amount, worth_cents }: Plain, prices: readonly AssetPrice[]): bigint | null {
  const price = prices.find((one) => one.asset_id === asset_id);
  return worth_cents ?? (price ? nearestCents(amount, price.decimals, price.usd) : null);
}

test('by value stands what is final as it was then, everything else by the price of now, and what has none behind it', async () => {
  const prices = somePrices();
  const size = 90;
  for (let n = 0; n < 25; n++) {
    const { order: way = 'desc', ...filter } = {
      ...wanted(),
      ...(n === 0 ? { words: undefined, coins: undefined } : {}),
    };
    const told = `seed ${seed}, filter ${n}: ${way} ${JSON.stringify(filter)}`;
    const sought = filter.words === undefined ? () => true : soughtBy(filter.words.text);
    const expected = inOrder('desc', (row) => fits(row, filter) && sought(row))
      .map((row) => ({ row, cents: centsOf(row, prices) }))
      .sort((a, b) => {
        if (a.cents === null || b.cents === null) return Number(a.cents === null) - Number(b.cents === null);
        return Number(way === 'asc' ? a.cents - b.cents : b.cents - a.cents);
      });
    const keys: string[] = [];
    for (let page = 1; page === 1 || keys.length === (page - 1) * size; page++) {
      const ask = { workspaceId: many.workspaceId, ...filter, order: way };
      const {
        rows: found,
        total,
        bounded,
      } = await findPageByValue(base.db, ask, { page, size, by: 'value', way, prices });
      expect({ total, bounded }, told).toEqual({ total: expected.length, bounded: false });
      keys.push(...found.map(keyOf));
      if (found.length === 0) break;
    }
    expect(keys, told).toEqual(expected.map(({ row }) => keyOf(row)));
  }
}, 120_000);

test('a range of values lets through what rows show a value in it of, by time and by value, page by page and exported whole', async () => {
  const prices = somePrices();
  const valued = rows.flatMap((row) => centsOf(row, prices) ?? []).sort((a, b) => Number(a - b));
  const size = 90;
  const found = { time: 0, value: 0 };
  for (let n = 0; n < 24; n++) {
    const [low, high] = [chosen(valued), chosen(valued)].sort((a, b) => Number(a - b));
    const worth = {
      least: n % 3 === 0 ? undefined : low,
      most: n % 3 === 1 ? undefined : high,
    };
    const { order: way = 'desc', ...filter } = n < 6 ? { order: chosen(['asc', 'desc'] as const) } : wanted();
    const by = chosen(['time', 'value'] as const);
    const told = `seed ${seed}, filter ${n}: ${by} ${way} ${worth.least}–${worth.most} ${JSON.stringify(filter)}`;
    const sought = filter.words === undefined ? () => true : soughtBy(filter.words.text);
    const fitting = inOrder(by === 'time' ? way : 'desc', (row) => {
      const cents = centsOf(row, prices);
      if (cents === null || cents < (worth.least ?? cents) || cents > (worth.most ?? cents)) return false;
      return fits(row, filter) && sought(row);
    });
    const centsIn = (row: Plain): number => Number(centsOf(row, prices));
    const sign = way === 'asc' ? 1 : -1;
    const expected = by === 'time' ? fitting : fitting.toSorted((a, b) => sign * (centsIn(a) - centsIn(b)));
    const ask = { workspaceId: many.workspaceId, ...filter, order: way, worth };
    const keys: string[] = [];
    for (let page = 1; page === 1 || keys.length === (page - 1) * size; page++) {
      const of = await findPageByValue(base.db, ask, { page, size, by, way, prices });
      expect([of.total, of.bounded], told).toEqual([expected.length, false]);
      if (filter.words === undefined) expect(of.part, told).toBe(false);
      keys.push(...of.rows.map(keyOf));
      if (of.rows.length === 0) break;
    }
    expect(keys, told).toEqual(expected.map(keyOf));
    expect(await countAll(base.db, ask, prices), told).toBe(expected.length);
    const exported: string[] = [];
    for (let after: Place | undefined, more = true; more; ) {
      const part = await findFrom(base.db, { ...ask, order: 'desc', after }, 300, prices);
      exported.push(...part.rows.map(keyOf));
      after = part.next;
      more = after !== undefined;
    }
    expect(exported.toSorted(), told).toEqual(expected.map(keyOf).toSorted());
    found[by] += expected.length;
  }
  expect(Math.min(found.time, found.value), `seed ${seed}`).toBeGreaterThan(0);
}, 120_000);

test('dollars find what was worth them when it was final, and by the price of now what has no such value', async () => {
  const [one] = rows.filter(({ worth_cents }) => worth_cents === null);
  if (!one) throw new Error('everything is final');
  const priced = { asset_id: one.asset_id, decimals: one.decimals, usd: '3.7' };
  const cents = nearestCents(one.amount, one.decimals, priced.usd);
  const worthIn = ({ asset_id, amount, worth_cents }: Plain, least: bigint, most: bigint): boolean => {
    const worth =
      worth_cents ?? (asset_id === priced.asset_id ? nearestCents(amount, priced.decimals, priced.usd) : -1n);
    return worth >= least && worth <= most;
  };
  for (const [text, least, most] of [
    [`$${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`, cents, cents],
    [`${cents / 100n} usd`, (cents / 100n) * 100n, (cents / 100n) * 100n + 99n],
    ['$0.07', 7n, 7n],
  ] as const) {
    const words = { text, book: false, prices: () => [priced] };
    const found = await findPage(base.db, { workspaceId: many.workspaceId, words }, 1, 200);
    const expected = inOrder('desc', (row) => worthIn(row, least, most));
    expect(expected.length, text).toBeGreaterThan(0);
    expect(found.rows.map(keyOf), `seed ${seed}: ${text}`).toEqual(expected.slice(0, 200).map(keyOf));
    expect(found.part).toBe(false);
  }
});

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
