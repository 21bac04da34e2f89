import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { move, post } from '../../ledger/service.ts';
import { idOf } from '../../ledger/test/assets.ts';
import * as addressQueries from './address-queries.ts';
import { focusMax } from './rules.ts';

let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await install(server);
});
afterAll(() => server.close());

/** A finished deposit, as the chain watcher books it. */
const deposit = async (symbol: string, units: bigint, ref: string) =>
  post(server.database.db, {
    workspaceId: fixture.workspaceId,
    kind: 'deposit_credited',
    ref,
    entries: move(fixture.subWalletId, await idOf(server.database.db, symbol), 'chain', 'available', units),
  });

const wallet = () => fixture.api.wallet;
const own = () => ({ wallet_id: fixture.workspaceId });

test('a new workspace has one sub-wallet, every coin at zero, and values of zero', async () => {
  expect(await wallet().asset({})).toMatchObject({
    total_usd: '0',
    total_btc: '0',
    list: [{ wallet_name: 'Acme', sub_wallet_count: 1 }],
  });
  const { sub_wallet_list: list, total } = await wallet().subWallets(own());
  expect([total, list.map((row) => [row.sub_wallet_name, row.status, row.role, row.member_count])]).toEqual([
    1,
    [['Treasury', 1, 'owner', 1]],
  ]);
  const { list: coins } = await wallet().coinsAsset({ sub_wallet_id: fixture.subWalletId });
  for (const coin of coins) expect([coin.total_balance, coin.asset_usd, coin.normal_balance]).toEqual(['0', '0', '0']);
  expect((await wallet().coinsAsset({ sub_wallet_id: fixture.subWalletId, hide_zero: true })).list).toEqual([]);
});

test('the chains of the installation are open, with their coins and confirmations', async () => {
  const { open_main_chain: chains } = await wallet().openCoin(own());
  expect(
    chains.map((row) => [row.chain_id, row.symbol, row.deposit_confirmation, row.coins.map(({ symbol }) => symbol)]),
  ).toEqual([
    ['evm:31337', 'ETH', 3, ['ETH', 'USDC']],
    ['bitcoin:regtest', 'BTC', 2, ['BTC']],
  ]);
});

test('sub-wallets are found by name and alias, and paged', async () => {
  for (const name of ['Alpha', 'Beta', 'Gamma']) await wallet().createSubWallet({ ...own(), sub_wallet_name: name });
  const beta = (await wallet().allSubWallets(own())).list.find(({ name }) => name === 'Beta');
  await wallet().updateAlias({ ...own(), sub_wallet_id: beta?.id, alias: 'Payroll' });
  const found = await wallet().subWallets({ ...own(), keyword: 'payr' });
  expect(found.sub_wallet_list.map(({ sub_wallet_name }) => sub_wallet_name)).toEqual(['Beta']);
  const second = await wallet().subWallets({ ...own(), page_no: 2, page_size: 3 });
  expect([second.sub_wallet_list.length, second.pageTotal, second.total]).toEqual([1, 2, 4]);
});

test('no sub-wallet gets a name or alias that looks like what another is called', async () => {
  const ids = (await wallet().allSubWallets(own())).list;
  const gamma = ids.find(({ name }) => name === 'Gamma')?.id;
  for (const name of ['Αlpha', 'ALPHA', 'Раyroll'])
    expect(await refusalOf(wallet().createSubWallet({ ...own(), sub_wallet_name: name }))).toBe('looksAlike');
  for (const alias of ['Веta', 'pay\u200droll'])
    expect(await refusalOf(wallet().updateAlias({ ...own(), sub_wallet_id: gamma, alias }))).toBe('looksAlike');
  await wallet().updateAlias({ ...own(), sub_wallet_id: gamma, alias: 'gamma' });
  await wallet().updateAlias({ ...own(), sub_wallet_id: gamma, alias: '' });
  expect((await wallet().allSubWallets(own())).list).toHaveLength(ids.length);
});

test('no workspace gets an alias that looks like what another is called', async () => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `insert into workspaces (name, key_group_id) select 'Northwind', key_group_id from workspaces returning id`,
  );
  for (const alias of ['Νorthwind', 'NORTHWIND', 'North\u200dwind'])
    expect(await refusalOf(wallet().updateAlias({ ...own(), alias }))).toBe('looksAlike');
  await wallet().updateAlias({ ...own(), alias: 'Southwind' });
  await wallet().updateAlias({ ...own(), alias: '' });
  await server.database.pool.query('delete from workspaces where id = $1', [rows[0]?.id]);
});

test('a sub-wallet made by many requests at once is made once', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => wallet().createSubWallet({ ...own(), sub_wallet_name: 'Same' })),
  );
  const ids = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.sub_wallet_id] : []));
  expect(new Set(ids).size).toBe(1);
  for (const each of results) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 300023 });
  const { rows } = await server.database.pool.query(
    "select count(*)::int as n from addresses a join sub_wallets s on s.id = a.sub_wallet_id where s.name = 'Same'",
  );
  expect(rows).toEqual([{ n: 3 }]);
});

test('one address stored by many requests in the same moment is stored once, and none of them fails', async () => {
  const { db } = server.database;
  const of = { workspace_id: fixture.workspaceId, sub_wallet_id: fixture.subWalletId, chain: 'bitcoin:regtest' };
  const [known] = await addressQueries.findAddresses(db, of.workspace_id, of.sub_wallet_id);
  if (!known) throw new Error('no address');
  for (let index = 1_000; index < 1_050; index++) {
    const row = { ...of, key_group_id: known.key_group_id, path: `m/${index}`, branch: 0 as const, index };
    const made = { ...row, address: `address ${index}`, public_key: known.public_key, attestations: {} };
    const stored = await Promise.all(Array.from({ length: 12 }, () => addressQueries.insertAddress(db, made)));
    expect(stored.filter(Boolean)).toHaveLength(1);
  }
});

test('addresses of different sub-wallets are never the same', async () => {
  const { rows } = await server.database.pool.query(
    'select count(*)::int as n, count(distinct (chain, address))::int as d from addresses',
  );
  expect(rows[0].n).toBe(rows[0].d);
});

test('favourites are kept per user, up to the limit, and only for coins there are', async () => {
  const focus = (symbol: string, on: boolean) =>
    wallet().setFocus({ sub_wallet_id: fixture.subWalletId, symbol, focus: on });
  expect(await focus('ETH', true)).toEqual({ focus_num: 1, focus_max: focusMax });
  expect(await focus('ETH', true)).toEqual({ focus_num: 1, focus_max: focusMax });
  await focus('BTC', true);
  expect((await wallet().focusCoins({ sub_wallet_id: fixture.subWalletId })).list).toEqual(['ETH', 'BTC']);
  expect(await wallet().focusLimit({ sub_wallet_id: fixture.subWalletId })).toEqual({
    pass: true,
    focus_num: 2,
    focus_max: focusMax,
  });
  // As many as there may be; of them all, one stands for a coin that is there.
  await server.database.pool.query(
    `with made as (insert into assets (chain, contract, token_id, symbol, decimals)
       select 'evm:1', 'focus ' || n, '', 'F' || n, 0 from generate_series(3, $1::int) n returning id)
     insert into focus_coins (workspace_id, user_id, sub_wallet_id, asset_id)
       select f.workspace_id, f.user_id, f.sub_wallet_id, made.id from made, (select * from focus_coins limit 1) f`,
    [focusMax],
  );
  expect(await wallet().focusLimit({ sub_wallet_id: fixture.subWalletId })).toMatchObject({
    pass: false,
    focus_num: focusMax,
  });
  expect(await refusalOf(focus('USDC', true))).toBe('focusLimit');
  expect(await focus('BTC', true)).toEqual({ focus_num: focusMax, focus_max: focusMax });
  await server.database.pool.query(
    "delete from focus_coins where asset_id in (select id from assets where chain = 'evm:1')",
  );
  expect(await focus('ETH', false)).toMatchObject({ focus_num: 1 });
  await expect(focus('DOGE', true)).rejects.toMatchObject({ code: 120202 });
  const marked = (await wallet().coinsAsset({ sub_wallet_id: fixture.subWalletId, keyword: 'bit' })).list;
  expect(marked.map(({ symbol, is_focus }) => [symbol, is_focus])).toEqual([['BTC', true]]);
});

test('a name or alias too long is refused before anything happens', async () => {
  const before = (await wallet().allSubWallets(own())).list.length;
  await expect(wallet().createSubWallet({ ...own(), sub_wallet_name: 'x'.repeat(51) })).rejects.toMatchObject({
    issues: expect.anything(),
  });
  expect((await wallet().allSubWallets(own())).list.length).toBe(before);
});

test('a fixed price is of no time, so that no start makes it look younger', async () => {
  const { list } = await wallet().coinsAsset({ sub_wallet_id: fixture.subWalletId, keyword: 'bit' });
  expect(list).toMatchObject([{ price_usd: '60000', price_time: null, price_source: '' }]);
  expect(await fixture.api.token.price({ symbol: 'BTC' })).toMatchObject({ usd: '60000', time: null, source: '' });
});

test('balances are told exactly, to the last of 18 decimals, with their value', async () => {
  await deposit('ETH', 1_000_000_000_000_000_001n, 'test:eth');
  await deposit('BTC', 50_000_000n, 'test:btc');
  const { list, asset_usd: usd } = await wallet().coinsAsset({ sub_wallet_id: fixture.subWalletId, hide_zero: true });
  expect(list.map(({ symbol, normal_balance, asset_usd }) => [symbol, normal_balance, asset_usd])).toEqual([
    ['ETH', '1.000000000000000001', '2000'],
    ['BTC', '0.5', '30000'],
  ]);
  expect(usd).toBe('32000');
  const total = await wallet().asset({});
  expect([total.total_usd, total.total_btc]).toEqual(['32000', '0.53333333']);
  const across = await wallet().subWalletsBalance({ ...own(), symbol: 'BTC' });
  expect(across.list.filter(({ normal_balance }) => normal_balance !== '0')).toMatchObject([
    { sub_wallet_id: fixture.subWalletId, normal_balance: '0.5', lock_balance: '0' },
  ]);
});

test('the value over time begins before the deposits and ends with what is there now', async () => {
  const { list } = await wallet().history(own());
  expect(list[0]?.asset_usd).toBe('0');
  expect(list.at(-1)?.asset_usd).toBe('32000');
  const times = list.map(({ time }) => time.getTime());
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  await expect(wallet().history({ ...own(), start: new Date(2), end: new Date(1) })).rejects.toMatchObject({
    code: 100004,
  });
});
