import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSigner } from '../../apps/signer/src/app.ts';
import { halt, startOne } from '../fixture.ts';
import { agree, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { force } from './hold.ts';
import { type Installation, rpc } from './installation.ts';
import { restOf } from './order-parts.ts';
import { plays } from './play.ts';

/** A copy of one signer's folder, as in a backup. @returns what puts it back and starts the signer on it, at the address it had */
async function keepSigner({ fixture }: Installation, id: string): Promise<() => Promise<void>> {
  const place = fixture.pair.places.find((one) => one.id === id);
  if (!place) throw new Error(`no signer ${id}`);
  const listen = { host: '127.0.0.1', port: place.signer?.port ?? 0 };
  const copy = mkdtempSync(join(tmpdir(), 'holdfast-kept-'));
  await halt([place]);
  cpSync(place.dir, copy, { recursive: true });
  await startOne(fixture, id, { start: startSigner, config: { listen } });
  return async () => {
    await halt([place]);
    rmSync(place.dir, { recursive: true, force: true });
    cpSync(copy, place.dir, { recursive: true });
    rmSync(copy, { recursive: true, force: true });
    await startOne(fixture, id, { start: startSigner, config: { listen } });
  };
}

async function paidAndMined(installation: Installation, order: Order): Promise<void> {
  await until('the broadcast', async () => (await rowOf(installation, order)).sub_status === 'broadcast');
  await rpc(installation.ground.devnet, 'anvil_mine', '0x8');
  await until('the end', async () => (await rowOf(installation, order)).status === 2000);
}
/** The signers still have the approvals: they come back through their feeds. */
const approvedAgain = (installation: Installation, order: Order): Promise<true> =>
  until('the decisions', async () => (await rowOf(installation, order)).status !== 1000);
const again = 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:';

const back = plays('roll back: the database, or a signer’s folder, to an earlier moment');
back.alone('the database to before a payment, which is then made again', ['conflict'], async (installation) => {
  const order = await placeOrder(installation);
  const kept = await installation.keep();
  await agree(installation, order);
  await paidAndMined(installation, order);
  await installation.serve(kept);
  await approvedAgain(installation, order);
  return restOf(installation, order);
});
back.alone('database and one signer to before a payment', ['conflict', 'peerDisagrees'], async (installation) => {
  const order = await placeOrder(installation);
  const [putBack, kept] = [await keepSigner(installation, '2'), await installation.keep()];
  await agree(installation, order);
  await paidAndMined(installation, order);
  await putBack();
  await installation.serve(kept);
  await approvedAgain(installation, order);
  return restOf(installation, order);
});
back.alone(
  'database and one signer to before a refusal',
  ['refused', 'refusedByMember', 'peerDisagrees'],
  async (installation) => {
    const order = await placeOrder(installation);
    await decideOnPage(installation.fixture, order.intentId, 'omar', 'initiate');
    await decideOnPage(installation.fixture, order.intentId, 'anna');
    const [putBack, kept] = [await keepSigner(installation, '2'), await installation.keep()];
    await decideOnPage(installation.fixture, order.intentId, 'adam', 'refuse');
    await until('the refusal', async () => (await rowOf(installation, order)).status === 2100);
    await putBack();
    await installation.serve(kept);
    await until('the feeds', async () => (await rowOf(installation, order)).status === 2100);
    await force(installation, "delete from order_approvals where order_id = :id: and decision = 'refuse'", {
      id: order.id,
    });
    await force(installation, again, { id: order.id });
    return restOf(installation, order);
  },
);
back.control('nothing is set back', 'paid', async (installation) => {
  const order = await placeOrder(installation);
  await agree(installation, order);
  return restOf(installation, order);
});

export const rollbackPlays = back.all;
