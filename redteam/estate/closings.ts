import { parseIntent } from '@holdfast/policy';
import { startSigner } from '../../apps/signer/src/app.ts';
import { halt, startOne } from '../house.ts';
import { nextPolicy, policyAsk, send } from '../requests.ts';
import { agree, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { type Estate, rpc } from './estate.ts';
import { force, hold, release } from './hold.ts';
import { agreed, restOf } from './order-parts.ts';
import { plays } from './play.ts';

/** Payments that were begun and not finished: the server has the signers give them up, and asks again or ends them. */
const closings = plays('payments given up by the signers');

/** Other rules, that name the same people, agreed to and in force at both signers; the server hears of it from them. */
async function changeRules(estate: Estate): Promise<void> {
  estate.truth.changes.add('policy');
  const codes = await send(estate.house, policyAsk(estate.house, nextPolicy(estate.house)));
  if (codes.some((code) => code !== 'admitted')) throw new Error(`the rules: ${codes.join()}`);
}
const nonceOf = async (estate: Estate, order: Order): Promise<string> =>
  ((await rowOf(estate, order)).plan as { nonce?: string } | null)?.nonce ?? 'none';
/** Payments that the chain has of its account. */
async function paidOnChain(estate: Estate, { stall }: Order): Promise<number> {
  await rpc(estate.ground.devnet, 'anvil_mine', '0x2');
  return Number(await rpc(estate.ground.devnet, 'eth_getTransactionCount', stall.address, 'latest'));
}

/** Both signers have admitted it, and the session broke off: as far as the server knows, a signature may exist. */
async function begun(estate: Estate): Promise<Order> {
  const order = await agreed(estate, 'admitted');
  await force(estate, 'update orders set exposed_at = now() where id = :id:', { id: order.id });
  return order;
}
/** What the order is asked for as by now, when both signers show it. */
async function askedAgain(estate: Estate, order: Order): Promise<Order> {
  await until('the order asked for again', async () => (await rowOf(estate, order)).status === 1000);
  const [row] = await estate.sql<{ intent_id: string; digest: string; intent: string }>(
    'select intent_id, digest, intent from orders where id = $1',
    [order.id],
  );
  if (!row || row.intent_id === order.intentId) throw new Error('it is the same intent');
  return { ...order, intentId: row.intent_id, digest: row.digest, intent: parseIntent(row.intent) };
}

closings.lawful(
  'both had admitted it when the rules changed: the next payment has its nonce, and it is paid once',
  'paid',
  async (estate) => {
    const order = await begun(estate);
    const nonce = await nonceOf(estate, order);
    await changeRules(estate);
    await release(estate, 'orders', order.id);
    const again = await askedAgain(estate, order);
    const next = await placeOrder(estate, { amount: '0.02' }, order.stall);
    await agree(estate, next);
    const first = await restOf(estate, next);
    if ((await nonceOf(estate, next)) !== nonce) return ['the nonce was not free'];
    await agree(estate, again);
    const second = await restOf(estate, order);
    await until('both on the chain', async () => (await paidOnChain(estate, order)) === 2);
    return [...first, ...second];
  },
);

closings.lawful(
  'one had admitted it when a member refused it: the next payment has its nonce at once',
  'paid',
  async (estate) => {
    const place = estate.house.pair.places.find(({ id }) => id === '2');
    if (!place) return ['no signer'];
    const order = await placeOrder(estate, { amount: '0.01' });
    await hold(estate, 'orders', order.id, 'approved');
    await agree(estate, order);
    await until('agreement', async () => (await rowOf(estate, order)).status === 1100);
    const listen = { host: '127.0.0.1', port: place.signer?.port ?? 0 };
    await halt([place]);
    await release(estate, 'orders', order.id);
    await until('a try', async () => (await rowOf(estate, order)).sub_status === 'signer_unreachable');
    const nonce = await nonceOf(estate, order);
    await decideOnPage(estate.house, order.intentId, 'adam', 'refuse');
    await until('the refusal', async () => (await rowOf(estate, order)).status === 2100);
    await startOne(estate.house, '2', { start: startSigner, config: { listen } });
    const next = await placeOrder(estate, { amount: '0.02' }, order.stall);
    await agree(estate, next);
    const rest = await restOf(estate, next);
    return (await nonceOf(estate, next)) === nonce ? rest : ['another nonce'];
  },
);

closings.alone(
  'the database to before it was given up, when it is paid under the new rules',
  'waits at 1000',
  async (estate) => {
    const order = await begun(estate);
    const kept = await estate.keep();
    await changeRules(estate);
    await release(estate, 'orders', order.id);
    await agree(estate, await askedAgain(estate, order));
    if ((await restOf(estate, order)).join() !== 'paid') return ['not paid'];
    await estate.serve(kept);
    const { failures } = await rowOf(estate, order);
    await release(estate, 'orders', order.id);
    // It is asked for again once more; nobody agrees, and the signers would not sign its request twice.
    const rest = await restOf(estate, order, failures);
    return (await paidOnChain(estate, order)) === 1 ? rest : ['paid twice'];
  },
);
export const closingPlays = closings.all;
