import { setTimeout as sleep } from 'node:timers/promises';
import { unconditional } from '@holdfast/policy';
import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { agree, decideAtPage, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { type Estate, startServer } from './estate.ts';
import { hold, release } from './hold.ts';
import { restOf } from './order-parts.ts';
import { plays } from './play.ts';

const many = 8;
/** Orders that all members agreed to, held just before they are signed. */
async function ready(estate: Estate): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < many; n++) {
    const order = await placeOrder(estate, { amount: '0.01' });
    await hold(estate, 'orders', order.id, 'approved');
    await agree(estate, order);
    orders.push(order);
  }
  for (const order of orders) await until('agreement', async () => (await rowOf(estate, order)).status === 1100);
  return orders;
}
const letGo = async (estate: Estate, orders: readonly Order[]): Promise<void> => {
  for (const order of orders) await release(estate, 'orders', order.id);
};
const decided = ({ house }: Estate): number[] =>
  house.pair.places.map(({ signer }) => signer?.core.store.state.decided.size ?? 0);
/** Has either signer decided anything since? */
async function stillAfter(estate: Estate, before: readonly number[]): Promise<string> {
  await sleep(2_500);
  return decided(estate).join() === before.join() ? 'nothing after it' : 'something after it';
}

const races = plays('races: changes, freezes and servers against signing');
races.alone('a freeze while eight payments are let go', 'nothing after it', async (estate) => {
  const orders = await ready(estate);
  const going = letGo(estate, orders);
  await (await estate.as('omar')).signing.freeze({ reason: 'strange payments' });
  const before = decided(estate);
  await going;
  return [await stillAfter(estate, before)];
});
races.alone('stricter rules while eight payments are let go', 'nothing after it', async (estate) => {
  const orders = await ready(estate);
  const api = await estate.as('olga');
  const { version } = await api.strategy.policy({});
  const when = unconditional;
  const rule = {
    id: 'stop',
    name: 'Stop',
    enabled: 'on',
    type: 'transfer',
    when,
    action: 'refuse',
    signProtection: 'on',
    nodes: [],
  };
  const made = await api.strategy.higherSave({ rule, version });
  estate.truth.changes.add('policy');
  const going = decideAtPage(estate.house, made.approval_url, [
    'olga',
    ...(made.instant ? [] : (['adam', 'anna'] as const)),
  ]);
  await letGo(estate, orders);
  await going;
  const inForce = (): boolean =>
    estate.house.pair.places.every(({ signer }) => signer?.core.store.state.policy?.document.version !== version);
  await until('the rules', async () => inForce());
  return [await stillAfter(estate, decided(estate))];
});
races.alone('two servers with the same keys on one database', 'paid', async (estate) => {
  const orders = await ready(estate);
  await estate.second();
  await letGo(estate, orders);
  return (await Promise.all(orders.map((order) => restOf(estate, order, 0, 15_000)))).flat();
});
races.alone(
  'two servers with the same keys, each with a database of its own',
  ['paid', 'conflict', 'intentReused', 'a signer cannot be reached', 'no session'],
  async (estate) => {
    const orders: Order[] = [];
    for (let n = 0; n < many; n++) orders.push(await placeOrder(estate, { amount: '0.01' }));
    const kept = await estate.keep();
    const other = await startServer(estate.ground, estate.house, kept);
    try {
      await Promise.all(orders.map((order) => agree(estate, order)));
      const rests = await Promise.all(orders.map((order) => restOf(estate, order, 0, 15_000)));
      await sleep(1_000);
      return rests.flat().some((rest) => rest === 'paid') ? ['paid'] : rests.flat();
    } finally {
      await other.close();
    }
  },
);
for (const [name, days] of [
  ['nine days ahead', 9],
  ['nine days behind', -9],
] as const)
  races.alone(
    `the server’s clock ${name}, with an order that is approved`,
    [
      'expired',
      'notAuthenticated',
      'badRequest',
      'a signer cannot be reached',
      'signer_unreachable',
      'waits at 1100',
      'waits at 1000',
      'notYetValid',
    ],
    async (estate) => {
      const order = await placeOrder(estate, { amount: '0.01' });
      await hold(estate, 'orders', order.id, 'approved');
      await agree(estate, order);
      await until('agreement', async () => (await rowOf(estate, order)).status === 1100);
      estate.clock.skew = days * 86_400_000;
      await release(estate, 'orders', order.id);
      return restOf(estate, order);
    },
  );
races.alone('a thousand approvals by one member at once are one', 'waits at 1000', async (estate) => {
  const order = await placeOrder(estate, { amount: '0.01' });
  await decideOnPage(estate.house, order.intentId, 'omar', 'initiate');
  const approval = await decideOnPage(estate.house, order.intentId, 'adam');
  const pages = estate.house.pair.places.map(({ url }) => url);
  for (let n = 0; n < 1_000; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => sendApproval(pages[i % 2] ?? '', approval).catch(() => undefined)),
    );
  const rest = await restOf(estate, order);
  const rows = await estate.sql("select 1 from order_approvals where order_id = $1 and member = 'adam'", [order.id]);
  return rows.length === 1 ? rest : [`${rows.length} rows`];
});

export const racePlays = races.all;
