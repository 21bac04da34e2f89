import { setTimeout as sleep } from 'node:timers/promises';
import { unconditional } from '@holdfast/policy';
import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { agree, decideAtPage, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { hold, release } from './hold.ts';
import { type Installation, startServer } from './installation.ts';
import { restOf } from './order-parts.ts';
import { plays } from './play.ts';

const many = 8;
/** Orders that all members agreed to, held just before they are signed. */
async function ready(installation: Installation): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < many; n++) {
    const order = await placeOrder(installation, { amount: '0.01' });
    await hold(installation, 'orders', order.id, 'approved');
    await agree(installation, order);
    orders.push(order);
  }
  for (const order of orders) await until('agreement', async () => (await rowOf(installation, order)).status === 1100);
  return orders;
}
const letGo = async (installation: Installation, orders: readonly Order[]): Promise<void> => {
  for (const order of orders) await release(installation, 'orders', order.id);
};
const decided = ({ fixture }: Installation): number[] =>
  fixture.pair.places.map(({ signer }) => signer?.ctx.store.state.decided.size ?? 0);
/** Has either signer decided anything since? */
async function stillAfter(installation: Installation, before: readonly number[]): Promise<string> {
  await sleep(2_500);
  return decided(installation).join() === before.join() ? 'nothing after it' : 'something after it';
}

const races = plays('races: changes, freezes and servers against signing');
races.alone('a freeze while eight payments are let go', 'nothing after it', async (installation) => {
  const orders = await ready(installation);
  const going = letGo(installation, orders);
  await (await installation.as('omar')).signing.freeze({ reason: 'strange payments' });
  const before = decided(installation);
  await going;
  return [await stillAfter(installation, before)];
});
races.alone('stricter rules while eight payments are let go', 'nothing after it', async (installation) => {
  const orders = await ready(installation);
  const api = await installation.as('olga');
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
  installation.truth.changes.add('policy');
  const going = decideAtPage(installation.fixture, made.approval_url, [
    'olga',
    ...(made.instant ? [] : (['adam', 'anna'] as const)),
  ]);
  await letGo(installation, orders);
  await going;
  const inForce = (): boolean =>
    installation.fixture.pair.places.every(
      ({ signer }) => signer?.ctx.store.state.policy?.document.version !== version,
    );
  await until('the rules', async () => inForce());
  return [await stillAfter(installation, decided(installation))];
});
races.alone('two servers with the same keys on one database', 'paid', async (installation) => {
  const orders = await ready(installation);
  await installation.second();
  await letGo(installation, orders);
  return (await Promise.all(orders.map((order) => restOf(installation, order, 0, 15_000)))).flat();
});
races.alone(
  'two servers with the same keys, each with a database of its own',
  ['paid', 'conflict', 'intentReused', 'a signer cannot be reached', 'no session'],
  async (installation) => {
    const orders: Order[] = [];
    for (let n = 0; n < many; n++) orders.push(await placeOrder(installation, { amount: '0.01' }));
    const kept = await installation.keep();
    const other = await startServer(installation.ground, installation.fixture, kept);
    try {
      await Promise.all(orders.map((order) => agree(installation, order)));
      const rests = await Promise.all(orders.map((order) => restOf(installation, order, 0, 15_000)));
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
    async (installation) => {
      const order = await placeOrder(installation, { amount: '0.01' });
      await hold(installation, 'orders', order.id, 'approved');
      await agree(installation, order);
      await until('agreement', async () => (await rowOf(installation, order)).status === 1100);
      installation.clock.skew = days * 86_400_000;
      await release(installation, 'orders', order.id);
      return restOf(installation, order);
    },
  );
races.alone('a thousand approvals by one member at once are one', 'waits at 1000', async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  await decideOnPage(installation.fixture, order.intentId, 'omar', 'initiate');
  const approval = await decideOnPage(installation.fixture, order.intentId, 'adam');
  const pages = installation.fixture.pair.places.map(({ url }) => url);
  for (let n = 0; n < 1_000; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => sendApproval(pages[i % 2] ?? '', approval).catch(() => undefined)),
    );
  const rest = await restOf(installation, order);
  const rows = await installation.sql("select 1 from order_approvals where order_id = $1 and member = 'adam'", [
    order.id,
  ]);
  return rows.length === 1 ? rest : [`${rows.length} rows`];
});

export const racePlays = races.all;
