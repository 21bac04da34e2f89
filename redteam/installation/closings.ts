import { parseIntent } from '@holdfast/policy';
import { startSigner } from '../../apps/signer/src/app.ts';
import { halt, startOne } from '../fixture.ts';
import { nextPolicy, policyAsk, send } from '../requests.ts';
import { agree, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { force, hold, release } from './hold.ts';
import type { Installation } from './installation.ts';
import { agreed, paidOnChain, restOf } from './order-parts.ts';
import { plays } from './play.ts';

/** Payments that were begun and not finished: the server has the signers give them up, and asks again or ends them. */
const closings = plays('payments given up by the signers');

/** Other rules, that name the same people, agreed to and in force at both signers; the server hears of it from them. */
async function changeRules(installation: Installation): Promise<void> {
  installation.truth.changes.add('policy');
  const codes = await send(installation.fixture, policyAsk(installation.fixture, nextPolicy(installation.fixture)));
  if (codes.some((code) => code !== 'admitted')) throw new Error(`the rules: ${codes.join()}`);
}
const nonceOf = async (installation: Installation, order: Order): Promise<string> =>
  ((await rowOf(installation, order)).plan as { nonce?: string } | null)?.nonce ?? 'none';

/** Both signers have admitted it, and the session broke off: as far as the server knows, a signature may exist. */
async function begun(installation: Installation): Promise<Order> {
  const order = await agreed(installation, 'admitted');
  await force(installation, 'update orders set exposed_at = now() where id = :id:', { id: order.id });
  return order;
}
/** What the order is asked for as by now, when both signers show it. */
async function askedAgain(installation: Installation, order: Order): Promise<Order> {
  await until('the order asked for again', async () => (await rowOf(installation, order)).status === 1000);
  const [row] = await installation.sql<{ intent_id: string; digest: string; intent: string }>(
    'select intent_id, digest, intent from orders where id = $1',
    [order.id],
  );
  if (!row || row.intent_id === order.intentId) throw new Error('it is the same intent');
  return { ...order, intentId: row.intent_id, digest: row.digest, intent: parseIntent(row.intent) };
}

closings.lawful(
  'both had admitted it when the rules changed: the next payment has its nonce, and it is paid once',
  'paid',
  async (installation) => {
    const order = await begun(installation);
    const nonce = await nonceOf(installation, order);
    await changeRules(installation);
    await release(installation, 'orders', order.id);
    const again = await askedAgain(installation, order);
    const next = await placeOrder(installation, { amount: '0.02' }, order.stall);
    await agree(installation, next);
    const first = await restOf(installation, next);
    if ((await nonceOf(installation, next)) !== nonce) return ['the nonce was not free'];
    await agree(installation, again);
    const second = await restOf(installation, order);
    await until('both on the chain', async () => (await paidOnChain(installation, order)) === 2);
    return [...first, ...second];
  },
);

closings.lawful(
  'one had admitted it when a member refused it: the next payment has its nonce at once',
  'paid',
  async (installation) => {
    const place = installation.fixture.pair.places.find(({ id }) => id === '2');
    if (!place) return ['no signer'];
    const order = await placeOrder(installation, { amount: '0.01' });
    await hold(installation, 'orders', order.id, 'approved');
    await agree(installation, order);
    await until('agreement', async () => (await rowOf(installation, order)).status === 1100);
    const listen = { host: '127.0.0.1', port: place.signer?.port ?? 0 };
    await halt([place]);
    await release(installation, 'orders', order.id);
    await until('a try', async () => (await rowOf(installation, order)).sub_status === 'signer_unreachable');
    const nonce = await nonceOf(installation, order);
    await decideOnPage(installation.fixture, order.intentId, 'adam', 'refuse');
    await until('the refusal', async () => (await rowOf(installation, order)).status === 2100);
    await startOne(installation.fixture, '2', { start: startSigner, config: { listen } });
    const next = await placeOrder(installation, { amount: '0.02' }, order.stall);
    await agree(installation, next);
    const rest = await restOf(installation, next);
    return (await nonceOf(installation, next)) === nonce ? rest : ['another nonce'];
  },
);

closings.alone(
  'the database to before it was given up, when it is paid under the new rules',
  'waits at 1000',
  async (installation) => {
    const order = await begun(installation);
    const kept = await installation.keep();
    await changeRules(installation);
    await release(installation, 'orders', order.id);
    await agree(installation, await askedAgain(installation, order));
    if ((await restOf(installation, order)).join() !== 'paid') return ['not paid'];
    await installation.serve(kept);
    const { failures } = await rowOf(installation, order);
    await release(installation, 'orders', order.id);
    // It is asked for again once more; nobody agrees, and the signers would not sign its request twice.
    const rest = await restOf(installation, order, failures);
    return (await paidOnChain(installation, order)) === 1 ? rest : ['paid twice'];
  },
);
export const closingPlays = closings.all;
