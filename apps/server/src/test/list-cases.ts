import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Filter } from '../areas/transaction/queries.ts';
import type { Db } from '../db/database.ts';
import type { AssetId } from '../ledger/service.ts';
import { makePeople, type People } from '../ledger/test/books.ts';
import type { AssetPrice } from '../written-values.ts';
import { commonAmount, fillTransactions } from './many-rows.ts';

/** One look at the list of transactions. */
export interface ListCase {
  readonly name: string;
  readonly filter: Omit<Filter, 'workspaceId'>;
  readonly page?: number;
  readonly size?: number;
  /** How often what is given is read: where words are looked for, they are read before the rows. */
  readonly times?: number;
  /** Rows of a word that are compared with the other words one by one, each found by its key; as many of each other word are read. */
  readonly compared?: number;
}
export interface ManyTransactions extends People {
  readonly cases: readonly ListCase[];
  readonly prices: readonly AssetPrice[];
}

const symbols = ['ETH', ...Array.from({ length: 12 }, (_, n) => `TOKEN${n}`), 'RARE', 'ABSENT'];

/** Nearly all is of the first. */
export const networks = ['evm:1', 'evm:10'] as const;
const ofAnother = ['TOKEN10', 'TOKEN11'];

async function makeAssets(db: Db): Promise<(symbol: string) => AssetId> {
  const rows = symbols.map((symbol, n) => ({
    chain: networks[ofAnother.includes(symbol) ? 1 : 0],
    contract: n === 0 ? '' : `0x${String(n).padStart(40, '0')}`,
    token_id: '',
    symbol,
    // A few of another kind: the same number of base units is another amount of them.
    decimals: symbol === 'TOKEN11' ? 6 : 18,
  }));
  await sql`select assets_keep(${JSON.stringify(rows)}::jsonb)`.execute(db);
  const found = await db.selectFrom('assets').select(['id', 'symbol']).execute();
  const ids = new Map(found.map(({ id, symbol }) => [symbol, id]));
  return (symbol) => {
    const id = ids.get(symbol);
    if (id === undefined) throw new Error(`${symbol} is no asset`);
    return id;
  };
}

const day = 86_400_000;
const halfYearAgo = (): number => Date.now() - 180 * day;

const usual = [{ symbol: 'ETH' }];
const rare = [{ symbol: 'RARE' }];
const tokens = symbols.filter((symbol) => symbol.startsWith('TOKEN')).map((symbol) => ({ symbol }));

const sought = (text: string) => ({ text, book: true });
/** Each filter of the list by something common, something rare and something absent; the orders; near pages and far ones. */
function casesOf(rows: number, wallets: readonly SubWalletId[], prices: readonly AssetPrice[]): ListCase[] {
  const [busy, quiet] = [wallets.slice(0, 1), wallets.slice(1, 2)];
  const middle = String(Math.floor(rows / 4));
  return [
    { name: 'newest', filter: {} },
    { name: 'oldest', filter: { order: 'asc' } },
    { name: 'page 500', filter: {}, page: 500 },
    { name: 'page 50 of 200 rows', filter: {}, page: 50, size: 200 },
    { name: 'behind half a year', filter: { after: { micros: halfYearAgo() * 1000, type: 1, id: 1 } } },
    { name: 'from the end of a day half a year ago', filter: { end: new Date(halfYearAgo()) } },
    { name: 'one day', filter: { start: new Date(halfYearAgo()), end: new Date(halfYearAgo() + day) } },
    { name: 'deposits', filter: { type: 1 } },
    { name: 'orders, oldest first', filter: { type: 2, order: 'asc' } },
    { name: 'calls of contracts', filter: { type: 3 } },
    { name: 'orders of the usual coin', filter: { type: 2, coins: usual } },
    { name: 'orders of the busiest wallet', filter: { type: 2, subWallets: busy } },
    { name: 'orders of the status most are in', filter: { type: 2, statuses: [2000] } },
    { name: 'orders to an exchange in the usual coin', filter: { type: 2, addresses: ['exchange'], coins: usual } },
    { name: 'busiest wallet', filter: { subWallets: busy } },
    { name: 'quiet wallet', filter: { subWallets: quiet } },
    { name: 'usual coin', filter: { coins: usual } },
    { name: 'usual coin, page 500', filter: { coins: usual }, page: 500 },
    { name: 'rare coin', filter: { coins: rare } },
    { name: 'coin without rows', filter: { coins: [{ symbol: 'ABSENT' }] } },
    { name: 'unknown coin', filter: { coins: [{ symbol: 'UNKNOWN' }] } },
    { name: 'network nearly all is of', filter: { network: networks[0] } },
    { name: 'network few are of', filter: { network: networks[1] } },
    { name: 'network few are of, status most are in', filter: { network: networks[1], statuses: [2000] } },
    { name: 'unknown network', filter: { network: 'evm:2' } },
    { name: 'status most are in', filter: { statuses: [2000] } },
    { name: 'status few are in', filter: { statuses: [2202] } },
    { name: 'status none is in', filter: { statuses: [2300] } },
    { name: 'busiest wallet, usual coin', filter: { subWallets: busy, coins: usual } },
    { name: 'busiest wallet, rare coin', filter: { subWallets: busy, coins: rare } },
    { name: 'busiest wallet, status few are in', filter: { subWallets: busy, statuses: [2202] } },
    { name: 'usual coin, status few are in', filter: { coins: usual, statuses: [2202] } },
    { name: 'rare coin, status most are in', filter: { coins: rare, statuses: [2000] } },
    {
      name: 'wallet, coin and status, oldest first',
      filter: { subWallets: busy, coins: [{ symbol: 'TOKEN3' }], statuses: [2000], order: 'asc' },
    },
    {
      name: 'rare coin, one day',
      filter: { coins: rare, start: new Date(halfYearAgo()), end: new Date(halfYearAgo() + day) },
    },
    { name: 'address of an exchange', filter: { addresses: ['exchange'] } },
    { name: 'address of an exchange, usual coin', filter: { addresses: ['exchange'], coins: usual } },
    { name: 'address dealt with once', filter: { addresses: ['other7', '0xother7'] } },
    { name: 'address paid beside another', filter: { addresses: ['further77'] } },
    { name: 'unknown address', filter: { addresses: ['nobody', '0xnobody'] } },
    { name: 'transaction of a deposit', filter: { txids: [`in${middle}`, 'another'] } },
    { name: 'transaction of an order', filter: { txids: [`tx${middle}`, 'another'] } },
    { name: 'unknown transaction', filter: { txids: ['none', '0xnone'] } },
    { name: 'request', filter: { requestId: `r${middle}` } },
    { name: 'unknown request', filter: { requestId: 'none' } },
    { name: 'known customers', filter: { customer_state: 'known' } },
    { name: 'deposits of nobody', filter: { customer_state: 'unknown' } },
    { name: 'tag on many', filter: { tag: 'often' } },
    { name: 'tag on few', filter: { tag: 'seldom' } },
    { name: 'unknown tag', filter: { tag: 'none' } },
    { name: 'part of an exchange', filter: { words: sought('xchang') } },
    {
      name: 'part of an exchange, usual coin, oldest first',
      filter: { words: sought('xchang'), coins: usual, order: 'asc' },
    },
    { name: 'part of one address', filter: { words: sought('further77') } },
    { name: 'part of very many addresses', filter: { words: sought('other1') } },
    { name: 'name in the address book', filter: { words: sought('landlord') } },
    {
      name: 'name of the exchange in the book, one day',
      filter: { words: sought('The exch'), start: new Date(halfYearAgo()), end: new Date(halfYearAgo() + day) },
    },
    { name: 'one remark', filter: { words: sought('invoice 4200') } },
    { name: 'words on very many', filter: { words: sought('invoice') }, times: 3 },
    { name: 'words that are nowhere', filter: { words: sought('Ærøskøbing') } },
    { name: 'two letters', filter: { words: sought('zq') }, times: 300 },
    { name: 'words and a tag', filter: { words: sought('invoice 42'), tag: 'often' }, times: 20 },
    { name: 'a name and an amount', filter: { words: sought(`landlord ${commonAmount}`) }, compared: 500 },
    {
      name: 'an address and an amount of very many',
      filter: { words: sought(`xchange ${commonAmount}`) },
      times: 6,
      compared: 500,
    },
    { name: 'several words that are nowhere together', filter: { words: sought('invoice 77.5') }, compared: 500 },
    { name: 'amount of very many', filter: { words: sought(commonAmount) } },
    { name: 'amount of very many, oldest first', filter: { words: sought(commonAmount), order: 'asc' } },
    { name: 'amount of very many, page 500', filter: { words: sought(commonAmount) }, page: 500 },
    { name: 'amount of very many, orders', filter: { words: sought(commonAmount), type: 2 } },
    { name: 'amount of very many, usual coin', filter: { words: sought(commonAmount), coins: usual } },
    { name: 'amount of very many, two coins', filter: { words: sought(commonAmount), coins: [...rare, ...usual] } },
    {
      name: 'amount of very many, busiest wallet',
      filter: { words: sought(commonAmount), subWallets: busy },
      times: 4,
    },
    {
      name: 'amount of very many, one day',
      filter: { words: sought(commonAmount), start: new Date(halfYearAgo()), end: new Date(halfYearAgo() + day) },
    },
    { name: 'amount of two', filter: { words: sought('0.000000000000004242') } },
    { name: 'amount of none', filter: { words: sought('77.5') } },
    { name: 'dollars of very many', filter: { words: { ...sought('$3,000'), prices: () => prices } }, compared: 4_000 },
    { name: 'dollars of none', filter: { words: { ...sought('$77.77'), prices: () => prices } } },
    { name: 'amount in digits that addresses have', filter: { words: sought('4242') } },
    { name: 'asked by most', filter: { initiator: 'payroll' } },
    { name: 'asked by most, oldest first', filter: { initiator: 'payroll', order: 'asc' } },
    { name: 'asked by most, withdrawals', filter: { initiator: 'payroll', type: 2 } },
    { name: 'asked by most, busiest wallet', filter: { initiator: 'payroll', subWallets: busy }, times: 4 },
    { name: 'asked by few', filter: { initiator: 'seldom' } },
    { name: 'asked by nobody', filter: { initiator: 'nobody' } },
    { name: 'asked by most, usual coin', filter: { initiator: 'payroll', coins: usual } },
    { name: 'asked by most, status few are in', filter: { initiator: 'payroll', statuses: [2202] }, times: 20 },
    { name: 'asked by few, status most are in', filter: { initiator: 'seldom', statuses: [2000] } },
    { name: 'two statuses', filter: { statuses: [2000, 1200] } },
    { name: 'two statuses few are in', filter: { statuses: [2202, 2400] } },
    { name: 'two coins', filter: { coins: [...usual, { symbol: 'TOKEN3' }] } },
    { name: 'usual and rare coin, oldest first', filter: { coins: [...usual, ...rare], order: 'asc' } },
    { name: 'three wallets', filter: { subWallets: wallets.slice(0, 3) } },
    { name: 'three wallets, page 50', filter: { subWallets: wallets.slice(0, 3) }, page: 50 },
    { name: 'three wallets, two coins', filter: { subWallets: wallets.slice(0, 3), coins: [...usual, ...rare] } },
    { name: 'three wallets, status few are in', filter: { subWallets: wallets.slice(0, 3), statuses: [2202] } },
    { name: 'two coins and two statuses', filter: { coins: [...usual, ...rare], statuses: [2000, 2400] } },
    {
      name: 'ten wallets, every token, three statuses',
      filter: { subWallets: wallets.slice(0, 10), coins: tokens.slice(0, 10), statuses: [2000, 2202, 2400] },
      times: 30,
    },
    {
      name: 'part of an exchange, two coins and two statuses',
      filter: { words: sought('xchang'), coins: [...usual, { symbol: 'TOKEN3' }], statuses: [2000, 1200] },
    },
    { name: 'tag on many, two coins', filter: { tag: 'often', coins: [...usual, ...rare] } },
    { name: 'tag on many, usual coin', filter: { tag: 'often', coins: usual } },
  ];
}

/** So many deposits and orders, over so many sub-wallets, and every way to look at them. */
export async function makeManyTransactions(
  db: Db,
  pool: pg.Pool,
  of: { readonly rows: number; readonly wallets: number },
): Promise<ManyTransactions> {
  const id = await makeAssets(db);
  const people = await makePeople(db, of.wallets);
  await fillTransactions(pool, people, {
    ...of,
    usual: id('ETH'),
    others: symbols.filter((symbol) => symbol.startsWith('TOKEN')).map(id),
    rare: id('RARE'),
  });
  const prices = symbols
    .slice(0, 12)
    .map((symbol) => ({ asset_id: id(symbol), decimals: symbol === 'TOKEN11' ? 6 : 18, usd: '2' }));
  return { ...people, cases: casesOf(of.rows, people.subWallets, prices), prices };
}
