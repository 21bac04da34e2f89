import { randomUUID } from 'node:crypto';
import { intentDigestHex, intentText } from '@holdfast/policy';
import { announce, transferAsk } from '../requests.ts';
import { agree, type Order, placeOrder, rowOf, until } from './desk.ts';
import { hold } from './hold.ts';
import { type Installation, rpc, type Stall, withPool } from './installation.ts';
import { paidOnChain, restOf } from './order-parts.ts';
import { plays } from './play.ts';

/** A server that keeps a payment's signature back, and restores a database that knows nothing of it. */
export const restored = plays('the database is restored, and a payment that it forgot is made again');

/** From here on no signed bytes are sent, and the server tells the signers of none that it has them. */
export const keepBack = `create function keep_back() returns trigger language plpgsql as $$ begin
    if new.raw is not null then new.settle_at := null; new.next_at := 'infinity'; end if; return new; end $$;
  create trigger keep_back before update on orders for each row execute function keep_back()`;
export const listenToNone = `create function not_told() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger not_told before insert on open_keys for each row execute function not_told()`;
/** A server that listens leaves such an account's next nonce to what takes the place; this one begins behind it. */
const nextIs = (nonce: number, { address }: Stall): string =>
  `insert into lanes values ('evm:31337', '${address}', ${nonce}) on conflict (chain, account) do update set next_nonce = ${nonce}`;

/** The members agree, both signers sign, and the bytes stay in the attacker's hands. */
export async function signedAndKept(installation: Installation, order: Order): Promise<string> {
  await agree(installation, order);
  return until('the signature', async () => (await rowOf(installation, order)).raw ?? undefined);
}
/** The backup as its owner leaves it: deaf to the signers, and beyond the nonce of what was kept back. */
async function restore({ ground, serve }: Installation, kept: string, stall: Stall): Promise<void> {
  await withPool(ground, kept, (pool) => pool.query(`${listenToNone}; ${nextIs(1, stall)}`));
  await serve(kept);
}
/** Its time is over, and the two minutes after which its nonce may be another's. */
export function endOf({ fixture }: Installation, { intent }: Order): void {
  fixture.pair.now += Number(intent.expires) - Number(intent.created) + 300_000;
}
/** What was kept back is sent as well. @returns `codes`, or that the chain made both */
async function andSent(
  installation: Installation,
  order: Pick<Order, 'stall'>,
  raw: string,
  codes: readonly string[],
): Promise<string[]> {
  await rpc(installation.ground.devnet, 'eth_sendRawTransaction', raw);
  const paid = await paidOnChain(installation, order);
  return paid === 1 ? [...codes] : [`made ${paid} times`];
}

restored.alone('the same order, on the next nonce', 'conflict', async (installation) => {
  const order = await placeOrder(installation);
  const kept = await installation.keep();
  await installation.sql(keepBack);
  const raw = await signedAndKept(installation, order);
  await restore(installation, kept, order.stall);
  return andSent(installation, order, raw, await restOf(installation, order));
});
restored.alone(
  'the same order under another intent, agreed to anew, on the next nonce',
  'intentReused',
  async (installation) => {
    const order = await placeOrder(installation);
    await hold(installation, 'orders', order.id, 'signed');
    const kept = await installation.keep();
    await installation.sql(keepBack);
    const raw = await signedAndKept(installation, order);
    const intent = { ...order.intent, id: randomUUID() };
    const [text, digest] = [intentText(intent), intentDigestHex(intent)];
    await withPool(installation.ground, kept, (pool) =>
      pool.query('update orders set intent = $1, digest = $2, intent_id = $3 where id = $4', [
        text,
        digest,
        intent.id,
        order.id,
      ]),
    );
    await restore(installation, kept, order.stall);
    await announce(installation.fixture, transferAsk(installation.fixture, intent));
    await agree(installation, { ...order, intent, intentId: intent.id, digest });
    return andSent(installation, order, raw, await restOf(installation, order));
  },
);
restored.alone('asked for anew once its time is over, beside it', 'earlierOpen', async (installation) => {
  const stall = installation.stall();
  const kept = await installation.keep();
  await installation.sql(keepBack);
  const first = await placeOrder(installation, {}, stall);
  const raw = await signedAndKept(installation, first);
  installation.fixture.pair.now += Number(first.intent.expires) - Number(first.intent.created);
  await restore(installation, kept, stall);
  const again = await placeOrder(installation, {}, stall);
  await agree(installation, again);
  return andSent(installation, again, raw, await restOf(installation, again));
});
restored.lawful(
  'asked for anew once its time is over, by a server that listens: in its place',
  'paid',
  async (installation) => {
    const stall = installation.stall();
    const kept = await installation.keep();
    await installation.sql(keepBack);
    const first = await placeOrder(installation, {}, stall);
    const raw = await signedAndKept(installation, first);
    endOf(installation, first);
    await installation.serve(kept);
    const again = await placeOrder(installation, {}, stall);
    await agree(installation, again);
    const codes = await restOf(installation, again);
    // An order is told as sent just before it is: whoever dies between the two sends it again.
    await until('the payment', async () => (await paidOnChain(installation, again)) > 0);
    await rpc(installation.ground.devnet, 'eth_sendRawTransaction', raw).catch(() => undefined);
    return (await paidOnChain(installation, again)) === 1 ? codes : ['made twice'];
  },
);
