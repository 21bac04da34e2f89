import { transactionType } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partiesMax } from '../../parties.ts';
import { type LongHistory, startLongHistory } from '../../test/long-history.ts';
import { findPage } from './queries.ts';
import { tellingPart } from './search.ts';

let long: LongHistory;
beforeAll(async () => {
  long = await startLongHistory();
  const { db, workspaceId } = long;
  const book = (hash: string, chain: string, address: string, memo: string, label: string) =>
    sql`insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
      values (${workspaceId}, ${hash.repeat(64)}, ${[chain]}::text[], ${address}, ${memo}, '{*}', ${label}, now())`.execute(
      db,
    );
  await book('a', 'evm:1', 'to500', '', 'Landlord Müller');
  await book('b', 'evm:1', 'to501', '7', 'Müller at an exchange');
  await book('c', 'evm:1', 'from502', '', '北京货款公司');
  await book('d', 'evm:2', 'to503', '', 'Müller elsewhere');
  await book('e', 'evm:1', 'further8077', 'm', '王小姐');
  await book('f', 'evm:1', 'further9077', '', '王小明');
  await sql`update orders set remark = 'Rent of July 100% _' where request_id = 'r504'`.execute(db);
  await sql`update orders set remark = '七月货款' where request_id = 'r505'`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from deposits where txid = 'in506'`.execute(db);
  await sql`insert into transaction_notes (workspace_id, type, transaction_id, note, tags)
    values (${workspaceId}, 1, ${rows[0]?.id}, 'Asked for by the auditor', '{Quarter 3}')`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => long?.close());

interface Asked {
  readonly book?: boolean;
  readonly type?: number;
  readonly order?: 'asc' | 'desc';
}
const look = (text: string, { book = true, ...others }: Asked = {}) =>
  findPage(long.db, { workspaceId: long.workspaceId, words: { text, book }, ...others }, 1, 100);
const found = async (text: string, asked: Asked = {}): Promise<string[]> =>
  (await look(text, asked)).rows.map((row) =>
    row.type === transactionType.deposit ? row.address_from : row.address_to,
  );

test.each([
  [
    'part of an address that was paid',
    'O1234',
    [
      'to1234',
      'to12340',
      'to12341',
      'to12342',
      'to12343',
      'to12344',
      'to12345',
      'to12346',
      'to12347',
      'to12348',
      'to12349',
    ],
  ],
  ['part of an address that paid in', 'from19999', ['from19999']],
  ['part of an address that is paid beside another', 'further7077', ['to7077']],
  ['a name in the address book, in any case', 'landlord MÜ', ['to500']],
  ['a name of whoever is paid beside another', '王小姐', ['to8077']],
  ['such a name with another memo than was paid to', '王小明', []],
  ['a name in Chinese of whoever pays in', '货款公司', ['from502']],
  ['words of a remark', 'of july', ['to504']],
  ['words with a number among them', 'of JULY 10', ['to504']],
  ['the same number behind other words', 'of June 10', []],
  ['two characters of a remark in Chinese', '七月', ['to505']],
  ['signs that mean something in a pattern, as they are', '100% _', ['to504']],
  ['a word of a note', 'auditor', ['from506']],
  ['a tag', 'quarter 3', ['from506']],
  ['the id of a request', 'r511', ['to511']],
  ['a name with another memo than was paid to', 'at an exchange', []],
  ['a name on another network than was paid on', 'elsewhere', []],
  ['words of a remark in another order', 'july rent', ['to504']],
  ['a name and an amount', 'müller 0.000000000000000001', ['to500']],
  ['a name and another amount', 'müller 0.45', []],
  ['a name, a coin and an amount', 'ETH landlord 0.000000000000000001', ['to500']],
  ['a name and a coin of others', 'landlord BTC', []],
  ['an address and a word of a note', 'auditor from506', ['from506']],
  ['an address and a note of another', 'auditor from507', []],
  ['coins alone', 'ETH eth', []],
  ['nothing that there is', 'nowhere', []],
])('%s finds its transactions, newest first', async (_what, text, rows) => {
  expect(await found(text)).toEqual(rows);
});

test('who does not read the address book finds nobody by a name of it', async () => {
  expect(await found('landlord', { book: false })).toEqual([]);
  expect(await found('to19500', { book: false })).toEqual(['to19500']);
});

test('each transaction is found once, however many ways it fits, and in the order asked for', async () => {
  await sql`update orders set remark = 'to1900 once more' where request_id = 'r19000'`.execute(long.db);
  const rows = await found('to1900');
  expect(rows).toEqual([...new Set(rows)]);
  expect(rows).toEqual(['to1900', ...Array.from({ length: 10 }, (_, n) => `to1900${n}`)]);
  expect(await found('to1900', { order: 'asc' })).toEqual(rows.toReversed());
  expect(await found('to1900', { type: transactionType.deposit })).toEqual([]);
});

test.each([
  ['invoice 4200', ' 4200'],
  ['invoice 4200 of 17', ' 4200'],
  ['order AB-17 twice', ' AB-17'],
  ['4200 invoices', '4200 invoices'],
  ['part 7', 'part 7'],
  ['rent of july', 'rent of july'],
  ['two  200', 'two  200'],
])('the index is asked for what few texts have: of "%s", "%s"', (text, part) => {
  expect(tellingPart(text)).toBe(part);
  expect(text).toContain(part);
});

test('more addresses than a list is merged from are said to be left out, and none is read beyond them', async () => {
  const many = await look('to12');
  expect(many.part).toBe(true);
  expect(new Set(many.rows.map(({ address_to }) => address_to)).size).toBe(partiesMax);
  expect((await look('to1234')).part).toBe(false);
});

test('what is written on a payment or a deposit later is found, and what was there before is not', async () => {
  await sql`update orders set remark = 'first words' where request_id = 'r508'`.execute(long.db);
  await sql`update orders set remark = 'second words' where request_id = 'r508'`.execute(long.db);
  await sql`update deposits set remark = 'words of a deposit' where txid = 'in509'`.execute(long.db);
  expect(await found('first words')).toEqual([]);
  expect(await found('second words')).toEqual(['to508']);
  expect(await found('WORDS of a deposit')).toEqual(['from509']);
});

const { deposit, withdraw } = transactionType;
test.each([
  ['77', [deposit, withdraw]],
  ['#77', [deposit, withdraw]],
  ['W-77', [withdraw]],
  ['w-77', [withdraw]],
])('%s finds the payment of that number, and the deposit where it may be meant', async (text, types) => {
  const { rows } = await look(text);
  const numbered = rows.filter(({ id }) => Number(id) === 77);
  expect(numbered.map(({ type }) => type).sort((a, b) => a - b)).toEqual(types);
});

test('a single digit is looked for as a number and an amount, not in every text', async () => {
  await sql`update orders set remark = 'Quarter 3' where request_id = 'r510'`.execute(long.db);
  const { rows, part } = await look('3');
  expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(() => 3));
  expect(part).toBe(false);
  expect(await found('er 3')).toContain('to510');
});

test('what one of several payees gets finds the payment, in coins of its own decimals', async () => {
  const of77 = Array.from({ length: 20 }, (_, n) => `to${n * 1_000 + 77}`);
  expect(await found('0.000000000000000002')).toEqual(of77);
  expect(await found('0.000000000000000002 further19077')).toEqual(['to19077']);
  expect(await found('0.000000000000000002', { type: transactionType.deposit })).toEqual([]);
  // As many units of a coin with eight decimals.
  expect(await found('0.00000002')).toEqual([]);
  expect(await look('0.000000000000000002')).toMatchObject({ part: false });
  expect(await long.rowsRead(() => look('0.000000000000000002'))).toBeLessThan(300);
});

test('looking for parts and words does not read the history', async () => {
  for (const text of ['from1999', 'landlord', 'of july', 'auditor', 'nowhere'])
    expect(await long.rowsRead(() => look(text)), text).toBeLessThan(300);
  // Every transaction has this amount.
  expect(await long.rowsRead(() => look('landlord 0.000000000000000001'))).toBeLessThan(3_000);
});

test('of words that many have the newest are compared, and that is said', async () => {
  const amountAndCoin = await look('0.000000000000000001 eth');
  expect(amountAndCoin).toMatchObject({ total: 500, part: true });
  expect(amountAndCoin.rows[0]).toMatchObject({ address_from: 'from1' });
});
