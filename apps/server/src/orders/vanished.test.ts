import { randomUUID } from 'node:crypto';
import { readerOf } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus, type SubWalletId } from '@holdfast/contract';
import { devnetChains, rpcClient } from '@holdfast/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { home, pay, scriptOf } from '../../../../packages/devnet/test/wallet.ts';
import { modelOf } from '../chains/models.ts';
import { findDrift } from '../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../test/flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow?.close());

const call = (method: string, ...params: unknown[]) => rpcClient(flow.devnet.bitcoin.url)(method, ...params);
const read = (id: OrderId) =>
  flow.server.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The workers pause before they look at an order again; here they do not. */
const hurry = (ids: readonly OrderId[]) =>
  flow.server.database.pool.query('update orders set next_at = now() where id = any($1) and lease_until is null', [
    ids,
  ]);

/** A coin of the wallet that makes deposits here, ripe. */
async function ripeCoin() {
  const [hash] = (await call('generatetoaddress', 1, home)) as string[];
  await call('generatetoaddress', 100, stranger.bitcoin);
  const { tx } = (await call('getblock', hash, 2)) as { tx: { txid: string; vout: { value: number }[] }[] };
  const amount = BigInt(Math.round((tx[0]?.vout[0]?.value ?? 0) * 1e8));
  return { txid: tx[0]?.txid ?? '', index: 0, amount };
}

async function payOut(place: { sub_wallet_id: SubWalletId; symbol: string }): Promise<OrderId> {
  const wanted = { request_id: randomUUID(), ...place, amount: '0.1', address_to: stranger.bitcoin };
  const { withdraw_id: id } = await flow.api.withdraw.create(wanted);
  await flow.decide(id);
  await until('the broadcast', async () => (await read(id)).broadcast_at !== null);
  return id;
}

it('a line of payments, each of the change of the one before, ends with the coin that it began with, once that is gone for good', async () => {
  const { workspaceId } = flow.installed;
  const { db } = flow.server.database;
  const made = await flow.api.wallet.createSubWallet({ wallet_id: workspaceId, sub_wallet_name: 'Line' });
  const place = { sub_wallet_id: made.sub_wallet_id, symbol: 'BTC' };
  const { address } = await flow.api.deposit.address(place);
  const source = await ripeCoin();
  const deposit = pay(source, { outputs: [{ script: scriptOf(address), amount: 50_000_000n }] });
  await call('sendrawtransaction', deposit.hex);
  const [block] = (await call('generatetoaddress', 3, stranger.bitcoin)) as string[];
  await until('the deposit', async () => (await flow.api.withdraw.symbolBalance(place)).normal_balance === '0.5');
  const first = await payOut(place);
  await flow.mine('bitcoin');
  await until('its block', async () => (await read(first)).mined_height !== null);
  // In no block: one more block might make the first final.
  const second = await payOut(place);
  const [chain] = devnetChains(flow.devnet).filter(({ baseSymbol }) => baseSymbol === 'BTC');
  if (!chain) throw new Error('no Bitcoin');
  /** Of what a signer may hold for a payment of that coin. */
  const isUsed = () => modelOf(chain).isUsed({ db, chain, reader: readerOf(chain) }, [`${deposit.id}:0`]);

  await call('invalidateblock', block);
  await call('sendrawtransaction', pay(source, { fee: 1_000_000n }).hex, 0);
  await call('generatetoaddress', 1, stranger.bitcoin);
  const both = [first, second];
  await until('the reorganisation', async () => {
    await hurry(both);
    return (await Promise.all(both.map(read))).every(({ sub_status }) => sub_status === 'conflict');
  });
  expect(await isUsed()).toBe(false);
  expect((await Promise.all(both.map(read))).map(({ status }) => status)).toEqual([
    orderStatus.paying,
    orderStatus.paying,
  ]);
  await call('generatetoaddress', 6, stranger.bitcoin);
  await until('the end of both', async () => {
    await hurry(both);
    return (await Promise.all(both.map(read))).every(({ status }) => status === orderStatus.discarded);
  });
  for (const id of both) expect(await read(id)).toMatchObject({ sub_status: 'replaced', mined_height: null });
  expect(await isUsed()).toBe(true);
  expect(await findDrift(db)).toEqual([]);
});
