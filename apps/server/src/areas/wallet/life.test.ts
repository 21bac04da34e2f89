import { randomUUID } from 'node:crypto';
import type { SubWalletId } from '@holdfast/contract';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { move, post } from '../../ledger/service.ts';
import { idOf } from '../../ledger/test/assets.ts';
import { topMax } from './rules.ts';

let server: TestServer;
let fixture: Installed;
let spare: SubWalletId;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await install(server);
  spare = (await fixture.api.wallet.createSubWallet({ ...own(), sub_wallet_name: 'Spare' })).sub_wallet_id;
});
afterAll(() => server.close());

const own = () => ({ wallet_id: fixture.workspaceId });
const life = () => fixture.api.subWallet;
const listed = async () => {
  const { top_sub_wallet_list: top, sub_wallet_list: rest } = await fixture.api.wallet.subWallets(own());
  return { top: top.map(({ sub_wallet_name }) => sub_wallet_name), rest: rest.map((row) => row.sub_wallet_name) };
};
const pays = () =>
  refusalOf(
    fixture.api.withdraw.create({
      request_id: randomUUID(),
      sub_wallet_id: spare,
      symbol: 'ETH',
      amount: '1',
      address_to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
  );

test('a pinned sub-wallet stands before the others until it is unpinned', async () => {
  await life().setTop({ sub_wallet_id: spare, is_top: true });
  await life().setTop({ sub_wallet_id: spare, is_top: true });
  expect(await listed()).toEqual({ top: ['Spare'], rest: ['Treasury'] });
  const one = await fixture.api.wallet.subWallets({ ...own(), sub_wallet_id: spare });
  expect([one.top_sub_wallet_list.length, one.sub_wallet_list.length, one.total]).toEqual([1, 0, 1]);
  await life().setTop({ sub_wallet_id: spare, is_top: false });
  expect(await listed()).toEqual({ top: [], rest: ['Treasury', 'Spare'] });
});

test('no more are pinned than fit on a first page, even by many requests at once', async () => {
  const { pool } = server.database;
  await pool.query(
    `insert into sub_wallets (workspace_id, name, type, status, is_top, created_by)
     select workspace_id, 'Row ' || n, 1, 'active', n < $2, created_by from sub_wallets, generate_series(1, $3) n where id = $1`,
    [spare, topMax, topMax + 4],
  );
  const { rows } = await pool.query<{ id: SubWalletId }>(
    "select id from sub_wallets where not is_top and name like 'Row %'",
  );
  const asked = await Promise.all(
    rows.map(({ id: sub_wallet_id }) => refusalOf(life().setTop({ sub_wallet_id, is_top: true }))),
  );
  expect(asked.filter((refusal) => refusal === 'tooManyRows')).toHaveLength(rows.length - 1);
  await pool.query("delete from sub_wallets where name like 'Row %'");
});

/** What the form and the list of coins say of it. */
async function told() {
  const { enable_withdraw, disabled_reason } = await fixture.api.withdraw.info({ sub_wallet_id: spare, symbol: 'ETH' });
  const { list } = await fixture.api.wallet.coinsAsset({ sub_wallet_id: spare });
  return [enable_withdraw, disabled_reason, list.find(({ symbol }) => symbol === 'ETH')?.enable_withdraw];
}

test('from a hidden one members ask for no payment, and it can be shown again', async () => {
  const shown = (app_show_status: number) =>
    life().setShown({ ...own(), sub_wallet_ids: [spare, spare], app_show_status });
  expect(await shown(2)).toEqual({ changed: 1 });
  expect(await shown(2)).toEqual({ changed: 0 });
  expect(await pays()).toBe('subWalletHidden');
  expect(await told()).toEqual([false, 'hidden', false]);
  expect(await shown(1)).toEqual({ changed: 1 });
  expect(await told()).toEqual([true, '', true]);
  expect(await pays()).not.toBe('subWalletHidden');
});

test('what the workspace has not is neither hidden nor told apart from nothing', async () => {
  for (const unknown of [999_999, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const ask = { ...own(), sub_wallet_ids: [spare, unknown], app_show_status: 2 };
    expect(await refusalOf(life().setShown(ask)), `${unknown}`).toBe('walletNotFound');
  }
  const [row] = (await fixture.api.wallet.subWallets({ ...own(), sub_wallet_id: spare })).sub_wallet_list;
  expect(row?.app_show_status).toBe(1);
  expect(await refusalOf(life().archive({ sub_wallet_id: 999_999 as SubWalletId, archived: true }))).toBe(
    'walletNotFound',
  );
});

test('only what holds nothing, uncertain deposits included, is archived, and it asks for nothing until it is taken back', async () => {
  const { db } = server.database;
  const eth = await idOf(db, 'ETH');
  const book = (from: 'chain' | 'pending_in', to: 'chain' | 'pending_in', ref: string) =>
    post(db, {
      workspaceId: fixture.workspaceId,
      kind: 'deposit_credited',
      ref,
      entries: move(spare, eth, from, to, 1n),
    });
  await book('chain', 'pending_in', 'test:in');
  expect(await refusalOf(life().archive({ sub_wallet_id: spare, archived: true }))).toBe('subWalletNotEmpty');
  await book('pending_in', 'chain', 'test:out');
  await life().setTop({ sub_wallet_id: spare, is_top: true });
  await life().archive({ sub_wallet_id: spare, archived: true });
  await life().archive({ sub_wallet_id: spare, archived: true });
  const [row] = (await fixture.api.wallet.subWallets({ ...own(), sub_wallet_id: spare })).sub_wallet_list;
  expect([row?.status, row?.is_top]).toEqual([2, false]);
  expect(await pays()).toBe('subWalletArchived');
  const address = { sub_wallet_id: spare, symbol: 'BTC' };
  expect(await refusalOf(fixture.api.deposit.createAddress(address))).toBe('subWalletArchived');
  expect(await refusalOf(life().setTop({ sub_wallet_id: spare, is_top: true }))).toBe('subWalletArchived');
  await life().archive({ sub_wallet_id: spare, archived: false });
  expect((await fixture.api.deposit.createAddress(address)).list).toHaveLength(1);
});
