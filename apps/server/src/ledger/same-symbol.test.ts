import { randomUUID } from 'node:crypto';
import { ApiError } from '@holdfast/contract';
import { toUnits } from '@holdfast/money';
import { namedAddress, type Slate, startSlate } from '@holdfast/testkit/chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findAllDrift, findFreezes, findNewDrift } from './service.ts';

/** Two tokens of one chain call themselves CHIP. */
const [chip, other] = [namedAddress('chip'), namedAddress('another chip')];
const payee = namedAddress('payee');
const units = 1_000_000n;
const { poll } = expect;

let slate: Slate;
let server: TestServer;
let fixture: SetUp;
let address: string;
beforeAll(async () => {
  slate = startSlate();
  const { chain } = slate;
  const [, listed] = chain.assets;
  Object.assign(chain, { assets: [...chain.assets, { ...listed, contract: other }] });
  const prices = [{ symbol: 'CHIP', usd: '3', chain: chain.id, contract: chip }];
  server = await startTestServer({ chains: [chain], realSigners: 'here', config: { prices } });
  fixture = await setUp(server.place);
  address = (await fixture.api.deposit.address({ sub_wallet_id: fixture.subWalletId, symbol: 'SLT' })).address;
  slate.give(address, 10n * units);
  slate.mine(2);
});
afterAll(() => server?.close());

const named = (contract: string) => ({
  sub_wallet_id: fixture.subWalletId,
  symbol: 'CHIP',
  chain_id: slate.chain.id,
  contract_address: contract,
});
/** Base units: available, frozen, pending. */
async function parts(contract: string): Promise<bigint[]> {
  const row = await fixture.api.withdraw.symbolBalance(named(contract));
  return [row.normal_balance, row.lock_balance, row.pending_balance].map((text) => toUnits(text, 6));
}
const both = async () => [await parts(chip), await parts(other)];
const agree = async () => {
  expect(await findAllDrift(server.database.db)).toEqual([]);
  expect(await findNewDrift(server.database.db)).toEqual([]);
};
const status = async (id: number) => (await fixture.api.transaction.detail({ id, type: 2 })).status;
const ask = (contract: string, amount: string) => ({
  request_id: randomUUID(),
  ...named(contract),
  address_to: payee,
  amount,
});

it('each is received, held, paid and taken back by its contract, and nothing of it touches the other', async () => {
  slate.give(address, 5n * units, chip);
  slate.give(address, 7n * units, other);
  slate.mine();
  await poll(both).toEqual([
    [0n, 0n, 5n * units],
    [0n, 0n, 7n * units],
  ]);
  slate.mine();
  await poll(both).toEqual([
    [5n * units, 0n, 0n],
    [7n * units, 0n, 0n],
  ]);
  // More than the one has, though both together have it.
  await expect(fixture.api.withdraw.create(ask(chip, '6'))).rejects.toMatchObject({ code: 100011 });
  const { withdraw_id } = await fixture.api.withdraw.create(ask(other, '6'));
  expect(await both()).toEqual([
    [5n * units, 0n, 0n],
    [units, 6n * units, 0n],
  ]);
  const { rows } = await server.database.pool.query('select intent_id from orders where id = $1', [withdraw_id]);
  await poll(() => fixture.approve(rows[0].intent_id).then(() => 'approved', String)).toBe('approved');
  await poll(() => slate.ledger.waiting.length).toBe(1);
  slate.mine(2);
  await poll(() => status(withdraw_id)).toBe(2000);
  expect([slate.holds(payee, chip), slate.holds(payee, other)]).toEqual([0n, 6n * units]);
  expect(await both()).toEqual([
    [5n * units, 0n, 0n],
    [units, 0n, 0n],
  ]);
  await agree();
});

it('a reorganisation that takes one back leaves the other', async () => {
  slate.give(address, 2n * units, chip);
  slate.mine();
  await poll(both).toEqual([
    [5n * units, 0n, 2n * units],
    [units, 0n, 0n],
  ]);
  slate.reorganise(1, { lost: true });
  await poll(both).toEqual([
    [5n * units, 0n, 0n],
    [units, 0n, 0n],
  ]);
  await agree();
  expect(await findFreezes(server.database.db, fixture.workspaceId)).toEqual([]);
});

it('a caller who gives the symbol alone is told to say which', async () => {
  const { api, subWalletId: sub_wallet_id } = fixture;
  const symbol = 'CHIP';
  const asked = { sub_wallet_id, symbol, address_to: payee, amount: '1' };
  const loose = [
    api.withdraw.create({ request_id: randomUUID(), ...asked }),
    api.withdraw.limitCheck(asked),
    api.withdraw.symbolBalance({ sub_wallet_id, symbol }),
    api.deposit.address({ sub_wallet_id, symbol }),
    api.transaction.unfreeze({ symbol }),
    api.wallet.setFocus({ sub_wallet_id, symbol, focus: true }),
    api.addressBook.add({
      items: [{ chains: [slate.chain.id], address: payee, memo: '', symbols: [symbol], label: 'P' }],
    }),
  ];
  for (const { reason } of (await Promise.allSettled(loose)) as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(ApiError);
    expect(reason).toMatchObject({ code: 300150 });
  }
  await expect(api.withdraw.symbolBalance({ ...named('elsewhere') })).rejects.toMatchObject({ code: 120202 });
});

it('lists show both under their contracts, each worth what its own price says', async () => {
  const { api, subWalletId: sub_wallet_id, workspaceId: wallet_id } = fixture;
  const { list } = await api.wallet.coinsAsset({ sub_wallet_id, keyword: 'CHIP' });
  expect(list.map((row) => [row.contract_address, row.normal_balance, row.asset_usd])).toEqual([
    [chip, '5', '15'],
    [other, '1', null],
  ]);
  const received = async (contract?: string) =>
    (
      await api.transaction.list({
        type: 1,
        symbol: 'CHIP',
        status: 2000,
        ...(contract ? { contract_address: contract } : {}),
      })
    ).list.map((row) => row.contract_address);
  expect((await received()).sort()).toEqual([chip, other].sort());
  expect(await received(other)).toEqual([other]);
  await api.wallet.setFocus({ ...named(other), focus: true });
  const focussed = (await api.wallet.coinsAsset({ sub_wallet_id })).list.filter(({ is_focus }) => is_focus);
  expect(focussed.map((row) => row.contract_address)).toEqual([other]);
  const { list: wallets } = await api.wallet.subWalletsBalance({ wallet_id, ...named(other) });
  expect(wallets.map(({ normal_balance }) => normal_balance)).toEqual(['1']);
});

it('a payee may take one of them, by its contract', async () => {
  const item = { chains: [slate.chain.id], address: payee, memo: '', symbols: [other], label: 'P' };
  const { item_id } = await fixture.api.addressBook.add({ items: [item] });
  const { rows } = await server.database.pool.query('select document from proposals where id = $1', [item_id]);
  expect(JSON.parse(rows[0].document).add).toMatchObject([{ assets: [other] }]);
});
