import { type OrderId, orderStatus } from '@holdfast/contract';
import { type Attachments, type Intent, intentDigestHex, intentText, parseIntent, rowsOf } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { splitHold } from '../ledger/service.ts';
import { attachmentsOf } from './attempts.ts';
import type { OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { isAgain } from './kinds/index.ts';
import { holdRef, lockOrder, moveOrder, type Order } from './moves.ts';
import { postpone } from './queries.ts';
import { isFinal, statusOf } from './states.ts';

/**
 * A batch is one order that members decide on, and once they have, one order for each of its rows. These are signed, sent and booked like any payment, by the
 * approvals of the batch; none is asked for again by itself, since its intent follows from the batch's. The batch ends when all of its rows have.
 */

const watchSeconds = 3;

/** The row of the table that orders a batch's row, as far as it differs from that of the batch. */
function rowOf(intent: Intent, index: number): object {
  const [{ address, amount, memo } = { address: '', amount: '0', memo: '' }] = intent.outputs;
  return {
    batch_row: index,
    amount,
    address_to: address,
    memo,
    outputs: [{ address, amount, memo }],
    max_fee: intent.maxFee,
    intent_id: intent.id,
    intent: intentText(intent),
    digest: intentDigestHex(intent),
  };
}

/** Orders every row, as approved as the batch is. The table takes each once. */
async function orderRows(tx: Tx, { id, intent }: Order): Promise<number> {
  const batch = parseIntent(intent);
  const rowAt = rowsOf(batch);
  const rows = batch.outputs.map((_, index) => rowOf(rowAt(index), index));
  await sql`insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, asset_id, amount, address_from,
      address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at, untaken, call, payment_intent,
      announced_at, quotes, batch_of, batch_row)
    select o.workspace_id, o.sub_wallet_id, 'row', 'row:' || o.id || ':' || r.batch_row, o.request_hash, ${orderStatus.awaitingSignature}, 'approved', o.source, o.chain,
      o.asset_id, r.amount, o.address_from, r.address_to, r.memo, r.outputs, o.remark, o.fee_asset_id, r.max_fee, o.fee_plan, o.initiator_user, o.initiator, r.intent_id,
      r.intent, r.digest, o.expires_at, 0, '', '', o.announced_at, o.quotes, o.id, r.batch_row
    from orders o, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (batch_row int, amount numeric, address_to text, memo text, outputs jsonb, max_fee numeric,
      intent_id uuid, intent text, digest text)
    where o.id = ${id} order by r.batch_row`.execute(tx);
  await sql`insert into order_events (order_id, status, sub_status, actor)
    select id, status, sub_status, 'system' from orders where batch_of = ${id} order by batch_row`.execute(tx);
  return rows.length;
}

/** Makes an approved batch its rows, with what each holds, in one transaction: it has all of them or none. */
export async function splitBatch(deps: OrderDeps, order: Order): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    const isOurs = now?.status === orderStatus.awaitingSignature && now.lease_token === order.lease_token;
    if (!isOurs || now.digest !== order.digest) return;
    const rows = await orderRows(tx, now);
    const { workspace_id: workspaceId, asset_id: assetId, fee_asset_id: feeAssetId } = now;
    await splitHold(tx, { workspaceId, ref: holdRef(now.id), assetId, feeAssetId }, now.id);
    await moveOrder(tx, now, { to: orderStatus.paying, sub: 'rows', actor: 'system', detail: { rows: String(rows) } });
  });
  changed(deps, order);
}

export interface RowOrder {
  readonly id: OrderId;
  readonly status: number;
  readonly sub_status: string;
  readonly txid: string | null;
  readonly real_fee: bigint | null;
}

/** The orders of a batch's rows, in their order; none before it is approved. */
export const findRows = (db: Db, id: OrderId): Promise<RowOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'sub_status', 'txid', 'real_fee'])
    .where('batch_of', '=', id)
    .orderBy('batch_row')
    .execute();

/** How a batch ends: as paid where any row was, since what was not is asked for in another one. */
function endOf(rows: readonly RowOrder[]) {
  const paid = rows.filter(({ status }) => status === orderStatus.done).length;
  const detail = { paid: String(paid), rows: String(rows.length) };
  if (paid === 0) return { to: orderStatus.failed, sub: 'rows_failed', detail };
  return { to: orderStatus.done, sub: paid === rows.length ? 'final' : 'partly', detail };
}

/** One step of a batch whose rows are paid: it ends when the last of them has. */
export async function watchRows(deps: OrderDeps, order: Order): Promise<void> {
  const rows = await findRows(deps.db, order.id);
  if (!rows.every(({ status }) => isFinal(statusOf(status))))
    return postpone(deps.db, order, { seconds: watchSeconds });
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.paying) return;
    const fee = rows.reduce((sum, { real_fee }) => sum + (real_fee ?? 0n), 0n);
    await tx.updateTable('orders').set({ real_fee: fee }).where('id', '=', now.id).execute();
    await moveOrder(tx, now, { ...endOf(rows), actor: 'chain' });
  });
  changed(deps, order);
}

/** What an order's intent is signed with, and whose approvals: of a row both are its batch's, of a payment once more that one's. */
export async function signedWith(
  db: Db,
  order: Pick<Order, 'id' | 'kind' | 'raises' | 'batch_of' | 'payment_intent'>,
): Promise<{ readonly approvalsOf: OrderId; readonly attachments: Attachments }> {
  if (isAgain(order)) return { approvalsOf: order.raises as OrderId, attachments: {} };
  if (order.batch_of === null) return { approvalsOf: order.id, attachments: attachmentsOf(order) };
  const batch = await db
    .selectFrom('orders')
    .select(['id', 'intent'])
    .where('id', '=', order.batch_of)
    .executeTakeFirstOrThrow();
  return { approvalsOf: batch.id, attachments: { batch: batch.intent } };
}
