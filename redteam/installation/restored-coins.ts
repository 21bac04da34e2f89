import { randomUUID } from 'node:crypto';
import { chainFacts } from '@holdfast/devnet';
import { intentDigestHex, intentText } from '@holdfast/policy';
import { payees } from '../fixture.ts';
import { announce, transferAsk } from '../requests.ts';
import { agree, type Order, placeOrder, rowOf } from './desk.ts';
import { mineCoins } from './harm.ts';
import { hold } from './hold.ts';
import { type CoinNode, type Installation, type Stall, withPool } from './installation.ts';
import { restOf } from './order-parts.ts';
import { endOf, keepBack, listenToNone, restored, signedAndKept } from './restored.ts';

/** The same on Bitcoin, where nothing but a coin in common keeps two payments from being made. Either coin of the stall is enough. */
const wanted = { symbol: 'BTC', to: payees.bitcoin.address, amount: '0.1' };
const coinsOf = ({ coins }: Installation): CoinNode => {
  if (!coins) throw new Error('no Bitcoin node');
  return coins;
};
interface Planned {
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[];
}

/** Signed by both, and its coins, which the restored database is not to take again. */
async function kept(installation: Installation, order: Order) {
  const raw = await signedAndKept(installation, order);
  const { inputs } = (await rowOf(installation, order)).plan as Planned;
  return { raw, inputs };
}
/** The backup as its owner leaves it: deaf to the signers, and with other coins alone. */
async function restore({ ground, serve }: Installation, database: string, inputs: Planned['inputs']): Promise<void> {
  await withPool(ground, database, async (pool) => {
    await pool.query(listenToNone);
    for (const { txid, vout } of inputs)
      await pool.query("update utxos set ready = false where chain = 'bitcoin:regtest' and txid = $1 and vout = $2", [
        txid,
        vout,
      ]);
  });
  await serve(database);
}
async function paidOnChain(installation: Installation): Promise<number> {
  const coins = coinsOf(installation);
  await mineCoins(coins);
  const { payments } = await chainFacts(coins.config, installation.ground.bitcoin.addresses);
  return payments.filter(({ address }) => address === payees.bitcoin.address).length;
}
/** What was kept back is sent as well. @returns `codes`, or that the chain made both */
async function andSent(installation: Installation, raw: string, codes: readonly string[]): Promise<string[]> {
  await coinsOf(installation).call('sendrawtransaction', raw);
  const paid = await paidOnChain(installation);
  return paid === 1 ? [...codes] : [`made ${paid} times`];
}
const place = (installation: Installation, stall?: Stall): Promise<Order> =>
  stall ? placeOrder(installation, wanted, stall) : placeOrder(installation, wanted);

restored.onCoins('the same order, with another coin', 'conflict', async (installation) => {
  const order = await place(installation);
  const backup = await installation.keep();
  await installation.sql(keepBack);
  const { raw, inputs } = await kept(installation, order);
  await restore(installation, backup, inputs);
  return andSent(installation, raw, await restOf(installation, order));
});
restored.onCoins(
  'the same order under another intent, agreed to anew, with another coin',
  'intentReused',
  async (installation) => {
    const order = await place(installation);
    await hold(installation, 'orders', order.id, 'signed');
    const backup = await installation.keep();
    await installation.sql(keepBack);
    const { raw, inputs } = await kept(installation, order);
    const intent = { ...order.intent, id: randomUUID() };
    const [text, digest] = [intentText(intent), intentDigestHex(intent)];
    await withPool(installation.ground, backup, (pool) =>
      pool.query('update orders set intent = $1, digest = $2, intent_id = $3 where id = $4', [
        text,
        digest,
        intent.id,
        order.id,
      ]),
    );
    await restore(installation, backup, inputs);
    await announce(installation.fixture, transferAsk(installation.fixture, intent));
    await agree(installation, { ...order, intent, intentId: intent.id, digest });
    return andSent(installation, raw, await restOf(installation, order));
  },
);
restored.onCoins('asked for anew once its time is over, with another coin', 'earlierOpen', async (installation) => {
  const stall = installation.stall();
  const backup = await installation.keep();
  await installation.sql(keepBack);
  const first = await place(installation, stall);
  const { raw, inputs } = await kept(installation, first);
  installation.fixture.pair.now += Number(first.intent.expires) - Number(first.intent.created);
  await restore(installation, backup, inputs);
  const again = await place(installation, stall);
  await agree(installation, again);
  return andSent(installation, raw, await restOf(installation, again));
});
restored.lawfulOnCoins(
  'asked for anew once its time is over, by a server that listens: with a coin of the first',
  'paid',
  async (installation) => {
    const stall = installation.stall();
    const backup = await installation.keep();
    await installation.sql(keepBack);
    const first = await place(installation, stall);
    const { raw } = await kept(installation, first);
    endOf(installation, first);
    await installation.serve(backup);
    const again = await place(installation, stall);
    await agree(installation, again);
    const codes = await restOf(installation, again);
    await coinsOf(installation)
      .call('sendrawtransaction', raw)
      .catch(() => undefined);
    return (await paidOnChain(installation)) <= 1 ? codes : ['made twice'];
  },
);
