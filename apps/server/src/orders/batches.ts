import { type OrderId, orderStatus } from '@holdfast/contract';
import {
  type Attachments,
  hasSteps,
  type Intent,
  intentDigestHex,
  intentText,
  isStep,
  parseIntent,
  partsOf,
  rowsOf,
} from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { splitHold } from '../ledger/service.ts';
import { attachmentsOf } from './attempts.ts';
import type { OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { isAgain } from './kinds/index.ts';
import { addEvent, holdRef, lockOrder, moveOrder, type Order, releaseOrder } from './moves.ts';
import { postpone } from './queries.ts';
import { isFinal, statusOf } from './states.ts';

/**
 * A batch is one order that members decide on, and once they have, one order for each of its rows. These are signed, sent and booked like any payment, by the
 * approvals of the batch; none is asked for again by itself, since its intent follows from the batch's. The batch ends when all of its rows have.
 */

const watchSeconds = 3;

/** The commit pays the reveal's fee too. But each order has a hold, if only of one unit, which the commit does without (`inscribed.ts`). */
function heldOf({ maxFee }: Intent, step: number): string {
  if (step === 1) return '1';
  return step === 0 ? String(BigInt(maxFee) - 1n) : maxFee;
}

/** The row of the table that orders a batch's row, or a step of a payment, as far as it differs from that of the whole. */
function rowOf(intent: Intent, index: number): object {
  const [{ address, amount: said, memo } = { address: '', amount: '0', memo: '' }] = intent.outputs;
  // A step's amount is of no coin that the ledger counts.
  const [amount, maxFee] = isStep(intent) ? ['0', heldOf(intent, index)] : [said, intent.maxFee];
  return {
    batch_row: index,
    kind: intent.kind,
    call: isStep(intent) ? intent.call : '',
    amount,
    address_to: address,
    memo,
    outputs: [{ address, amount, memo }],
    max_fee: maxFee,
    intent_id: intent.id,
    intent: intentText(intent),
    digest: intentDigestHex(intent),
  };
}

/** Orders every row, as approved as the batch is. The table takes each once. */
async function orderRows(tx: Tx, { id, intent }: Order): Promise<number> {
  const batch = parseIntent(intent);
  const rowAt = rowsOf(batch);
  const rows = Array.from({ length: partsOf(batch) }, (_, index) => rowOf(rowAt(index), index));
  await sql`insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, asset_id, amount, address_from,
      address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at, untaken, call, payment_intent,
      announced_at, quotes, batch_of, batch_row)
    select o.workspace_id, o.sub_wallet_id, r.kind, 'row:' || o.id || ':' || r.batch_row, o.request_hash, ${orderStatus.awaitingSignature}, 'approved', o.source, o.chain,
      o.asset_id, r.amount, o.address_from, r.address_to, r.memo, r.outputs, o.remark, o.fee_asset_id, r.max_fee, o.fee_plan, o.initiator_user, o.initiator, r.intent_id,
      r.intent, r.digest, o.expires_at, 0, r.call, '', o.announced_at, o.quotes, o.id, r.batch_row
    from orders o, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (batch_row int, kind text, call text, amount numeric, address_to text, memo text, outputs jsonb, max_fee numeric,
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
    const sub = hasSteps(parseIntent(now.intent)) ? 'inscribing' : 'rows';
    await moveOrder(tx, now, { to: orderStatus.paying, sub, actor: 'system', detail: { rows: String(rows) } });
  });
  changed(deps, order);
}

export interface RowOrder {
  readonly id: OrderId;
  readonly status: number;
  readonly sub_status: string;
  readonly txid: string | null;
  readonly real_fee: bigint | null;
  readonly amount: bigint;
}

/** The orders of a batch's rows, in their order; none before it is approved. */
export const findRows = (db: Db, id: OrderId): Promise<RowOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'sub_status', 'txid', 'real_fee', 'amount'])
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

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);

/** What the rows that were paid are worth together, in US cents; null where none was paid, or the coin has no price. */
function worthOf({ catalog }: OrderDeps, { asset_id }: Order, rows: readonly RowOrder[]): bigint | null {
  const paid = rows.filter(({ status }) => status === orderStatus.done);
  return paid.length === 0 ? null : catalog.centsOf(asset_id, sum(paid.map(({ amount }) => amount)));
}

const isOver = ({ status }: RowOrder): boolean => isFinal(statusOf(status));

/** How a payment stands by its steps: what is inscribed, then sent. */
function stepSub(rows: readonly RowOrder[]): string {
  const [, reveal, sending] = rows;
  if (reveal?.status !== orderStatus.done) return 'inscribing';
  return sending?.status === orderStatus.paying ? 'sending' : 'inscribed';
}

/** A step that failed takes those after it along, which nobody has signed: each needs the one before. */
async function endAfterFailure(deps: OrderDeps, rows: readonly RowOrder[]): Promise<void> {
  const failed = rows.findIndex((row) => isOver(row) && row.status !== orderStatus.done);
  for (const { id } of failed < 0 ? [] : rows.slice(failed + 1))
    await inTransaction(deps.db, async (tx) => {
      const now = await lockOrder(tx, id);
      if (now?.status !== orderStatus.awaitingSignature || now.admitted_at !== null) return;
      await releaseOrder(tx, now, { to: orderStatus.failed, sub: 'step_failed', actor: 'system' }, true);
    });
}

/** Tells, once, how far a payment has come. */
async function tellStep(deps: OrderDeps, order: Order, rows: readonly RowOrder[]): Promise<void> {
  const sub = stepSub(rows);
  if (sub === order.sub_status) return postpone(deps.db, order, { seconds: watchSeconds });
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.paying || now.sub_status === sub) return;
    const txid = rows.findLast((row) => row.txid !== null)?.txid ?? '';
    await addEvent(tx, now.id, { to: orderStatus.paying, sub, actor: 'system', detail: { txid } });
  });
  await postpone(deps.db, order, { seconds: watchSeconds, sub });
  changed(deps, order);
}

/** A payment is made when what was inscribed has been sent. */
const endOfSteps = (rows: readonly RowOrder[]) =>
  rows.at(-1)?.status === orderStatus.done
    ? { to: orderStatus.done, sub: 'final' }
    : { to: orderStatus.failed, sub: 'step_failed' };

/** One step of a batch whose rows are paid: it ends when the last of them has. */
export async function watchRows(deps: OrderDeps, order: Order): Promise<void> {
  const rows = await findRows(deps.db, order.id);
  const isOfSteps = hasSteps(parseIntent(order.intent));
  if (isOfSteps) await endAfterFailure(deps, rows);
  if (!rows.every(isOver))
    return isOfSteps ? tellStep(deps, order, rows) : postpone(deps.db, order, { seconds: watchSeconds });
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.paying) return;
    const fee = sum(rows.map(({ real_fee }) => real_fee ?? 0n));
    const worth_cents = isOfSteps ? null : worthOf(deps, order, rows);
    const fee_worth_cents = deps.catalog.centsOf(order.fee_asset_id, fee);
    await tx
      .updateTable('orders')
      .set({ real_fee: fee, worth_cents, fee_worth_cents })
      .where('id', '=', now.id)
      .execute();
    await moveOrder(tx, now, { ...(isOfSteps ? endOfSteps(rows) : endOf(rows)), actor: 'chain' });
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
