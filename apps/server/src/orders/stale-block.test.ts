import { randomUUID } from 'node:crypto';
import { childPublicKey, familyOf, type Plan } from '@holdfast/chains';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { devnetChains, rpcClient } from '@holdfast/devnet';
import { parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { home, pay, scriptOf } from '../../../../packages/devnet/test/wallet.ts';
import { findDrift } from '../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../test/flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
  await flow.fund('BTC', '1');
  await flow.mine('bitcoin', 3);
  await until('coins', async () => (await flow.available('BTC')) === '1');
});
afterAll(() => flow?.close());

const call = (method: string, ...params: unknown[]) => rpcClient(flow.devnet.bitcoin.url)(method, ...params);
const read = (id: OrderId) =>
  flow.server.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The workers pause before they look at an order again; here they do not. */
const hurry = (id: OrderId) =>
  flow.server.database.pool.query('update orders set next_at = now() where id = $1 and lease_until is null', [id]);

/** Another payment with the coins of an order, by the same keys: the whole of it to somebody else, at a higher fee. */
async function rival(id: OrderId): Promise<string> {
  const [chain] = devnetChains(flow.devnet).filter(({ baseSymbol }) => baseSymbol === 'BTC');
  if (!chain) throw new Error('no Bitcoin');
  const { intent: text, plan } = await read(id);
  const intent = parseIntent(text);
  const other = {
    ...intent,
    maxFee: '1000000',
    outputs: intent.outputs.map((each) => ({ ...each, amount: '20000000' })),
  };
  const family = familyOf(chain);
  const dear = family.readPlan({ ...(plan as Plan), feeRate: '90' });
  const unsigned = family.build(chain, other, dear, (path) => childPublicKey(flow.installed.key.root, path));
  return family.attach(chain, unsigned, unsigned.sighashes.map(flow.installed.key.sign)).raw;
}

it('a Bitcoin payment whose block left the chain, and whose coin another payment then spent for good, ends with 2300', async () => {
  const wanted = { request_id: randomUUID(), sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC', amount: '0.1' };
  const { withdraw_id: id } = await flow.api.withdraw.create({ ...wanted, address_to: stranger.bitcoin });
  await flow.decide(id);
  await until('the broadcast', async () => (await read(id)).broadcast_at !== null);
  await flow.mine('bitcoin');
  await until('its block', async () => (await read(id)).mined_height !== null);
  const raw = await rival(id);

  await call('invalidateblock', await call('getbestblockhash'));
  await call('sendrawtransaction', raw, 0);
  await call('generatetoaddress', 4, stranger.bitcoin);

  await until('the end', async () => {
    await hurry(id);
    return (await flow.status(id)) === orderStatus.discarded;
  });
  expect(await read(id)).toMatchObject({ sub_status: 'replaced', mined_height: null });
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});

/** A coin of the wallet that makes deposits here, ripe. */
async function ripeCoin() {
  const [hash] = (await call('generatetoaddress', 1, home)) as string[];
  await call('generatetoaddress', 100, stranger.bitcoin);
  const { tx } = (await call('getblock', hash, 2)) as { tx: { txid: string; vout: { value: number }[] }[] };
  const amount = BigInt(Math.round((tx[0]?.vout[0]?.value ?? 0) * 1e8));
  return { txid: tx[0]?.txid ?? '', index: 0, amount };
}

it('a payment whose only coin left the chain ends with 2300 once what that coin was made of is spent otherwise for good, and not before', async () => {
  const { workspaceId } = flow.installed;
  const made = await flow.api.wallet.createSubWallet({ wallet_id: workspaceId, sub_wallet_name: 'Second' });
  const place = { sub_wallet_id: made.sub_wallet_id, symbol: 'BTC' };
  const { address } = await flow.api.deposit.address(place);
  const source = await ripeCoin();
  const deposit = pay(source, { outputs: [{ script: scriptOf(address), amount: 50_000_000n }] });
  await call('sendrawtransaction', deposit.hex);
  const [block] = (await call('generatetoaddress', 3, stranger.bitcoin)) as string[];
  await until('the deposit', async () => (await flow.api.withdraw.symbolBalance(place)).normal_balance === '0.5');
  const wanted = { request_id: randomUUID(), ...place, amount: '0.1', address_to: stranger.bitcoin };
  const { withdraw_id: id } = await flow.api.withdraw.create(wanted);
  await flow.decide(id);
  await until('the broadcast', async () => (await read(id)).broadcast_at !== null);

  await call('invalidateblock', block);
  await call('sendrawtransaction', pay(source, { fee: 1_000_000n }).hex, 0);
  await call('generatetoaddress', 1, stranger.bitcoin);
  await until('the reorganisation', async () => {
    await hurry(id);
    return (await read(id)).sub_status === 'conflict';
  });
  const bound = () => read(id).then(({ status }) => status);
  const { failures } = await read(id);
  await until('two more looks', async () => {
    await hurry(id);
    return (await read(id)).failures >= failures + 2;
  });
  expect(await bound()).toBe(orderStatus.paying);
  await call('generatetoaddress', 3, stranger.bitcoin);
  await until('the end', async () => {
    await hurry(id);
    return (await bound()) === orderStatus.discarded;
  });
  expect(await read(id)).toMatchObject({ sub_status: 'replaced', mined_height: null });
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});
