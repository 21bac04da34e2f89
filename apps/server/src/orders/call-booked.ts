import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { type AssetId, findBalance, freezeAsset, move, post } from '../ledger/service.ts';
import type { CallMoved } from './call-moved.ts';
import type { SignDeps } from './deps.ts';
import type { Order } from './moves.ts';
import { findOutflows, outflowRef, settleOutflows } from './outflows.ts';

/** What left of a token beyond what was held: out of what is available, or else the asset stops, and people look. @returns whether it is booked */
async function bookMore(tx: Tx, order: Order, assetId: AssetId, units: bigint): Promise<boolean> {
  const { workspace_id: workspaceId, sub_wallet_id: sub } = order;
  await sql`select 1 from balances where sub_wallet_id = ${sub} and asset_id = ${assetId} for update`.execute(tx);
  if ((await findBalance(tx, workspaceId, sub, assetId)).available < units) return false;
  const entries = move(sub, assetId, 'available', 'chain', units);
  await post(tx, { workspaceId, kind: 'taken', ref: `${outflowRef(order.id, assetId)}:more`, entries });
  return true;
}

/** More left than was said and counted: nobody pays with the asset until members have looked. */
async function alarm(
  deps: SignDeps,
  tx: Tx,
  order: Order,
  assetId: AssetId,
  units: bigint,
  stated: bigint,
): Promise<void> {
  const detail = { order: String(order.id), left: String(units), stated: String(stated), txid: order.txid ?? '' };
  if (!(await freezeAsset(tx, order.workspace_id, assetId, 'call_took_more', detail))) return;
  deps.log.error({ ...detail, asset: assetId }, 'a call took more than it said: asset frozen');
}

/** Books what a final call moved of everything but the coins that went along, which the order's own hold ends with. */
export async function bookMoved(deps: SignDeps, tx: Tx, order: Order, { left, came }: CallMoved): Promise<void> {
  const outflows = new Map((await findOutflows(tx, order)).map((one) => [one.asset_id, one]));
  await settleOutflows(tx, order, left);
  for (const [assetId, units] of left) {
    if (assetId === order.asset_id) continue;
    const { held = 0n, amount = 0n } = outflows.get(assetId) ?? {};
    const isBooked = units <= held || (await bookMore(tx, order, assetId, units - held));
    if (units > amount || !isBooked) await alarm(deps, tx, order, assetId, units, amount);
  }
  for (const assetId of outflows.keys())
    await tx
      .updateTable('order_outflows')
      .set({ spent: left.get(assetId) ?? 0n })
      .where('order_id', '=', order.id)
      .where('asset_id', '=', assetId)
      .execute();
  for (const [assetId, units] of came) {
    const entries = move(order.sub_wallet_id, assetId, 'chain', 'available', units);
    const ref = `${outflowRef(order.id, assetId)}:came`;
    await post(tx, { workspaceId: order.workspace_id, kind: 'call_returned', ref, entries });
  }
}
