import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSigner } from '../../apps/signer/src/app.ts';
import { halt, startOne } from '../house.ts';
import { agree, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { type Estate, rpc } from './estate.ts';
import { force } from './hold.ts';
import { restOf } from './order-parts.ts';
import { plays } from './play.ts';

/** A copy of one signer's folder, as in a backup. @returns what puts it back and starts the signer on it, at the address it had */
async function keepSigner({ house }: Estate, id: string): Promise<() => Promise<void>> {
  const place = house.pair.places.find((one) => one.id === id);
  if (!place) throw new Error(`no signer ${id}`);
  const listen = { host: '127.0.0.1', port: place.signer?.port ?? 0 };
  const copy = mkdtempSync(join(tmpdir(), 'holdfast-kept-'));
  await halt([place]);
  cpSync(place.dir, copy, { recursive: true });
  await startOne(house, id, { start: startSigner, config: { listen } });
  return async () => {
    await halt([place]);
    rmSync(place.dir, { recursive: true, force: true });
    cpSync(copy, place.dir, { recursive: true });
    rmSync(copy, { recursive: true, force: true });
    await startOne(house, id, { start: startSigner, config: { listen } });
  };
}

async function paidAndMined(estate: Estate, order: Order): Promise<void> {
  await until('the broadcast', async () => (await rowOf(estate, order)).sub_status === 'broadcast');
  await rpc(estate.ground.devnet, 'anvil_mine', '0x8');
  await until('the end', async () => (await rowOf(estate, order)).status === 2000);
}
/** The signers still have the approvals: they come back through their feeds. */
const approvedAgain = (estate: Estate, order: Order): Promise<true> =>
  until('the decisions', async () => (await rowOf(estate, order)).status !== 1000);
const again = 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:';

const back = plays('roll back: the database, or a signer’s folder, to an earlier moment');
back.alone('the database to before a payment, which is then made again', ['conflict'], async (estate) => {
  const order = await placeOrder(estate);
  const kept = await estate.keep();
  await agree(estate, order);
  await paidAndMined(estate, order);
  await estate.serve(kept);
  await approvedAgain(estate, order);
  return restOf(estate, order);
});
back.alone('database and one signer to before a payment', ['conflict', 'peerDisagrees'], async (estate) => {
  const order = await placeOrder(estate);
  const [putBack, kept] = [await keepSigner(estate, '2'), await estate.keep()];
  await agree(estate, order);
  await paidAndMined(estate, order);
  await putBack();
  await estate.serve(kept);
  await approvedAgain(estate, order);
  return restOf(estate, order);
});
back.alone(
  'database and one signer to before a refusal',
  ['refused', 'refusedByMember', 'peerDisagrees'],
  async (estate) => {
    const order = await placeOrder(estate);
    await decideOnPage(estate.house, order.intentId, 'omar', 'initiate');
    await decideOnPage(estate.house, order.intentId, 'anna');
    const [putBack, kept] = [await keepSigner(estate, '2'), await estate.keep()];
    await decideOnPage(estate.house, order.intentId, 'adam', 'refuse');
    await until('the refusal', async () => (await rowOf(estate, order)).status === 2100);
    await putBack();
    await estate.serve(kept);
    await until('the feeds', async () => (await rowOf(estate, order)).status === 2100);
    await force(estate, "delete from order_approvals where order_id = :id: and decision = 'refuse'", { id: order.id });
    await force(estate, again, { id: order.id });
    return restOf(estate, order);
  },
);
back.control('nothing is set back', 'paid', async (estate) => {
  const order = await placeOrder(estate);
  await agree(estate, order);
  return restOf(estate, order);
});

export const rollbackPlays = back.all;
