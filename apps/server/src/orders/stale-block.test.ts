import { randomUUID } from 'node:crypto';
import { childPublicKey, familyOf, type Plan } from '@holdfast/chains';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { devnetChains, rpcClient } from '@holdfast/devnet';
import { parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
