import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindsListed } from '../../orders/kinds/index.ts';
import { type LongHistory, startLongHistory } from '../../test/long-history.ts';
import { createKnownLong } from './known-long.ts';
import { countMax, findPage, findPageByValue } from './queries.ts';

let long: LongHistory;
beforeAll(async () => {
  long = await startLongHistory();
});
afterAll(() => long?.close());

test.each([
  ['a status few are in', { statuses: [2400] }],
  ['an address nobody has dealt with', { addresses: ['nobody'] }],
  ['an address that was paid once', { addresses: ['to78'] }],
  ['an address that was paid beside another', { addresses: ['further1077'] }],
  ['an address that has paid once', { addresses: ['from77'] }],
  ['the transaction of a deposit', { txids: ['in77', 'in-another-spelling'] }],
  ['the transaction of an order', { txids: ['tx77', 'in-another-spelling'] }],
  ['a request', { requestId: 'r77' }],
  ['somebody who asked for nothing', { initiator: 'nobody' }],
  ['an amount that nothing has', { words: { text: '1,234.5', book: true } }],
])('looking for %s does not read the history', async (_what, filter) => {
  expect(
    await long.rowsRead(() => findPage(long.db, { workspaceId: long.workspaceId, ...filter }, 1, 20)),
  ).toBeLessThan(200);
});

test('a list that only grows is counted to its bound once; one whose rows may leave it each time', async () => {
  const known = createKnownLong();
  const { db, workspaceId } = long;
  const look = async (filter: object) => {
    const page = () => findPage(db, { workspaceId, ...filter }, 2, 20, known);
    const [first, second] = [await page(), await page()];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ total: countMax, bounded: true });
    return long.rowsRead(page);
  };
  expect(await look({})).toBeLessThan(200);
  expect(await look({ coins: [{ symbol: 'ETH' }], order: 'asc' })).toBeLessThan(200);
  expect(await look({ statuses: [2000] })).toBeGreaterThan(countMax);
});

test('a range of values says that it looks among the newest alone where more fit, however few are in it, and page numbers reach no further', async () => {
  const { db, workspaceId } = long;
  const prices = (await sql<{ id: number }>`select distinct asset_id as id from orders`.execute(db)).rows.map(
    ({ id }) => ({ asset_id: id, decimals: 0, usd: '1' }),
  );
  const look = (worth: { least: bigint | undefined; most: bigint | undefined }, page = 1, filter: object = {}) =>
    findPageByValue(db, { workspaceId, worth, ...filter }, { page, size: 20, by: 'time', way: 'desc', prices });
  const told = async (...asked: Parameters<typeof look>) => {
    const { total, bounded, part } = await look(...asked);
    return { total, bounded, part };
  };
  // Everything is worth one dollar.
  expect(await told({ least: 100n, most: 100n })).toEqual({ total: countMax, bounded: false, part: true });
  expect(await told({ least: 101n, most: undefined })).toEqual({ total: 0, bounded: false, part: true });
  expect(await told({ least: undefined, most: 99n }, 3)).toEqual({ total: 0, bounded: false, part: true });
  const hourAgo = new Date(Date.now() - 3_600_000);
  expect(await told({ least: 101n, most: undefined }, 1, { start: hourAgo })).toMatchObject({ total: 0, part: false });
  await expect(look({ least: 100n, most: 100n }, countMax / 20 + 1)).rejects.toMatchObject({ refusal: 'tooManyRows' });
});

test('what is known of one list is said of no other', async () => {
  const known = createKnownLong();
  const { db, workspaceId } = long;
  const total = async (filter: object) => (await findPage(db, { workspaceId, ...filter }, 1, 20, known)).total;
  expect(await total({})).toBe(countMax);
  expect(await total({ type: 1 })).toBe(countMax);
  const hourAgo = new Date(Date.now() - 3_600_000);
  expect(await total({ start: hourAgo })).toBeLessThan(countMax);
  expect(await total({ words: { text: 'to1077', book: true } })).toBe(11);
  expect(await total({ workspaceId: 999 })).toBe(0);
});

test('what NFTs make long may get shorter, and is counted each time', async () => {
  const known = createKnownLong();
  const { db, workspaceId } = long;
  // So many coins that NFTs decide whether there are more than are counted.
  const { rows } = await sql<{ at: Date }>`select created_at as at from orders where workspace_id = ${workspaceId}
    order by created_at desc offset ${(countMax - 20) / 2} limit 1`.execute(db);
  const filter = { start: rows[0]?.at };
  const look = async () => (await findPage(db, { workspaceId, ...filter }, 1, 20, known)).bounded;
  expect(await look()).toBe(false);
  await sql`set session_replication_role = 'replica'`.execute(db);
  await sql`insert into nft_moves (workspace_id, sub_wallet_id, address_id, chain, contract, token_id, direction, amount, other, txid, idx, item, height, block_hash, needed, status, listed)
    select ${workspaceId}, (select min(id) from sub_wallets), 1, 'evm:1', '0xc', g, 'in', 1, 'other', 'nft' || g, 0, 0, 1, 'h', 1, 'credited', true
    from generate_series(1, 30) g`.execute(db);
  await sql`set session_replication_role = 'origin'`.execute(db);
  expect(await look()).toBe(true);
  await sql`update nft_moves set status = 'unbacked'`.execute(db);
  expect(await look()).toBe(false);
});

test('a payment is found by each whom it pays, and says all of them', async () => {
  for (const address of ['to1077', 'further1077']) {
    const { rows, total } = await findPage(long.db, { workspaceId: long.workspaceId, addresses: [address] }, 1, 20);
    expect(total).toBe(1);
    expect(rows[0]?.outputs).toEqual([
      { address: 'to1077', amount: '1', memo: '' },
      { address: 'further1077', amount: '2', memo: 'm' },
    ]);
  }
});

test('an order that waits says whether who asked for it has signed', async () => {
  const { db, workspaceId } = long;
  const unsigned = async (requestId: string): Promise<boolean | undefined> =>
    (await findPage(db, { workspaceId, requestId }, 1, 20)).rows[0]?.unsigned;
  const said = (requestId: string, member: string, decision: string) =>
    sql`insert into order_approvals (order_id, member, decision, approval)
      select id, ${member}, ${decision}, '{}' from orders where request_id = ${requestId}`.execute(db);
  await sql`set session_replication_role = 'replica'`.execute(db);
  await sql`update orders set status = 1000, sub_status = 'approval' where request_id in ('r81', 'r82', 'r83')`.execute(
    db,
  );
  await sql`set session_replication_role = 'origin'`.execute(db);
  await said('r81', 'other', 'approve');
  await said('r82', 'm', 'initiate');
  await said('r83', 'm', 'approve');
  expect(await Promise.all(['r81', 'r82', 'r83', 'r84'].map(unsigned))).toEqual([true, false, false, false]);
});

test('the index of what is no payment holds every kind that is listed so, and nothing else', async () => {
  const { rows } = await sql<{ holds: string }>`select pg_get_expr(indpred, indrelid) as holds from pg_index
    where indexrelid = 'orders_web3_by_time'::regclass`.execute(long.db);
  const kinds = [...(rows[0]?.holds ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect(kinds.toSorted()).toEqual(kindsListed('web3').toSorted());
});
