import { type ChainConfig, ChainError, familyOf, type UnsignedTx } from '@holdfast/chains';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { isFrozen } from '../ledger/service.ts';
import { messageOf } from './announce.ts';
import { giveUpAgain } from './attempts.ts';
import { signedWith } from './batches.ts';
import type { OrderDeps, SignDeps } from './deps.ts';
import { changed } from './end.ts';
import { isAgain, kindsThat } from './kinds/index.ts';
import { namesOf } from './logged.ts';
import { addEvent, lockOrder, moveOrder, type Order, tellPayment } from './moves.ts';
import { planOrder } from './plan.ts';
import { quotesOfNow } from './prices.ts';
import { findApprovals, hasEvent, postpone } from './queries.ts';
import { isFinal } from './refusals.ts';
import { retrySeconds } from './retry.ts';
import { runSession } from './session.ts';
import { markExposed, storeSigned } from './signed.ts';

/**
 * A payment that waits for a block is sent once more for a higher fee, by the rule of its sub-wallet: after so many minutes, so many times at most, within the fee that was
 * approved for it. So nobody is asked: its own intent is signed once more, with another plan, as signers take it within its place and its cap (docs/decisions/0040). Each
 * time is an order that raises the payment, so it has one signature, one broadcast and one end like any. Where a person speeds it up or drops it, it is theirs.
 */

/** How the payment's timeline says that it is not sent for more by itself again. */
export const bumpsOver = 'bumps_over';
type Why = 'times' | 'cap' | 'time' | 'refused';
/** Of a rule: signers have some time left for it. */
const leastMs = 120_000;
const atOnce = 100;
const bumped = kindsThat(({ isBumped }) => isBumped === true);
const again = kindsThat((record) => record.isAgain === true);

/** A payment whose time it is, by what its rule says and was made of it so far. */
interface Due {
  readonly id: OrderId;
  readonly times: number;
  readonly sent: number;
  readonly made: number;
}

/** Those of one payment, or of any. */
async function findDue(db: Db, which: RawBuilder<unknown>): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select o.id, r.times, coalesce(b.made, 0)::int as made, coalesce(b.sent, 0)::int as sent
    from orders o join bump_rules r on r.sub_wallet_id = o.sub_wallet_id and r.chain = o.chain
    left join lateral (select count(*) filter (where is_again) as made, count(*) filter (where is_again and raw is not null) as sent,
        max(created_at) filter (where is_again) as newest, bool_or(status in (1000, 1100) or (not is_again and raw is not null)) as theirs
      from orders, lateral (select kind = any(${again}::text[]) as is_again) k where raises = o.id) b on true
    where o.status = ${orderStatus.paying} and o.kind = any(${bumped}::text[]) and o.mined_height is null and o.broadcast_at is not null
      and ${which} and not coalesce(b.theirs, false) and child_of(o.chain, array[o.txid]) is null
      and greatest(o.broadcast_at, b.newest) <= now() - make_interval(mins => r.after_minutes)
      and not exists (select from order_events e where e.order_id = o.id and e.sub_status = ${bumpsOver})
    order by o.id limit ${atOnce}`.execute(db);
  return rows;
}

/** The payment once more, as approved as it is. The table takes each time once, and none while another attempt waits. */
async function orderBump(tx: Tx, { id, made }: Due): Promise<OrderId | undefined> {
  const { rows } = await sql<{ id: OrderId }>`
    insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, asset_id, amount, address_from,
      address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at, untaken, call,
      payment_intent, announced_at, quotes, value_cents, fee_cents, raises)
    select workspace_id, sub_wallet_id, 'bump', 'bump:' || id || ':' || ${made}::int, request_hash, ${orderStatus.awaitingSignature}, 'approved', source, chain, asset_id,
      amount, address_from, address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, gen_random_uuid(), intent, digest, expires_at,
      untaken, call, intent, announced_at, quotes, value_cents, fee_cents, id
    from orders where id = ${id} on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Says once that it is for people to ask for a higher fee. The caller has locked the payment. */
async function endBumps(tx: Tx, id: OrderId, reason: Why): Promise<void> {
  if (await hasEvent(tx, id, { sub: bumpsOver, actor: 'system' })) return;
  await addEvent(tx, id, { to: orderStatus.paying, sub: bumpsOver, actor: 'system', detail: { reason } });
}

async function bumpOne(deps: OrderDeps, id: OrderId): Promise<void> {
  const done = await inTransaction(deps.db, async (tx) => {
    const payment = await lockOrder(tx, id);
    // Looked at once more: another server may have been here, or a block.
    const [due] = payment ? await findDue(tx, sql`o.id = ${id}`) : [];
    if (!payment || !due) return undefined;
    const left = payment.expires_at.getTime() - deps.clock().getTime();
    if (due.sent >= due.times || left < leastMs) {
      await endBumps(tx, id, left < leastMs ? 'time' : 'times');
      return { payment, n: 0 };
    }
    const bump = await orderBump(tx, due);
    if (bump === undefined) return undefined;
    await addEvent(tx, bump, { to: orderStatus.awaitingSignature, sub: 'approved', actor: 'system' });
    const detail = { attempt: String(bump), n: String(due.sent + 1), times: String(due.times) };
    await addEvent(tx, id, { to: orderStatus.paying, sub: 'bump_asked', actor: 'system', detail });
    return { payment, n: due.sent + 1 };
  });
  if (!done) return;
  const facts = { ...namesOf(done.payment), n: done.n };
  if (done.n > 0) deps.log.info(facts, 'a payment that waits for a block is sent once more for a higher fee');
  else deps.log.warn(facts, 'a payment waits for a block and may not cost more without an approval');
  changed(deps, done.payment);
}

/** Begins what is due by the rules now. Safe to run again, and by several servers at once. @returns how many payments it looked at */
export async function bumpWaiting(deps: OrderDeps): Promise<number> {
  const due = await findDue(deps.db, sql`true`);
  for (const { id } of due) await bumpOne(deps, id);
  return due.length;
}

/**
 * Ends one that is not signed, also where a signature of it may exist: that is one of the payment itself, of what was approved for it and in its place.
 * @param why that it is for people by now; left out where the next one may do better
 */
async function endBump(deps: OrderDeps, { id, raises }: Order, sub: string, why?: Why): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, raises as OrderId);
    const now = await lockOrder(tx, id);
    if (now?.status !== orderStatus.awaitingSignature) return;
    const move = { to: orderStatus.autoCancelled, sub, actor: 'system' } as const;
    await giveUpAgain(tx, id);
    await moveOrder(tx, now, move);
    await tellPayment(tx, now, { step: 'ended', actor: 'system', detail: { reason: sub } });
    if (why) await endBumps(tx, raises as OrderId, why);
  });
}

/** A person's own attempt comes before one that a rule began and nobody has signed yet. */
export async function giveWay(deps: OrderDeps, payment: OrderId): Promise<void> {
  const waiting = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('raises', '=', payment)
    .where('status', '=', orderStatus.awaitingSignature)
    .execute();
  for (const bump of waiting.filter(isAgain)) await endBump(deps, bump, 'gave_way');
}

/** Tries of one, before the next time is waited for. */
const mostTries = 12;

async function waitMore(deps: OrderDeps, order: Order, sub: string, error: string): Promise<void> {
  if (order.failures + 1 >= mostTries) return endBump(deps, order, sub);
  await postpone(deps.db, order, { seconds: retrySeconds(order.failures + 1, 'broken off'), sub, error, failed: true });
}

async function planAndSign(deps: SignDeps, chain: ChainConfig, order: Order): Promise<void> {
  const intent = parseIntent(order.intent);
  const keyAt = await deps.keyAt(intent.keyGroup);
  const planned = await planOrder(
    deps,
    chain,
    order,
    (plan): UnsignedTx => familyOf(chain).build(chain, intent, plan, keyAt),
    keyAt,
  );
  if (planned === 'lost') return;
  if ('dead' in planned) return endBump(deps, order, 'expired', 'time');
  // Where another payment is built on it by now, it is looked at again once that has ended.
  if ('wait' in planned)
    return endBump(deps, order, planned.wait, planned.wait === 'fee_above_cap' ? 'cap' : undefined);
  const { plan, unsigned } = planned;
  const { approvalsOf, attachments } = await signedWith(deps.db, order);
  const approvals = (await findApprovals(deps.db, [approvalsOf])).get(approvalsOf) ?? [];
  const quotes = await quotesOfNow(deps, await deps.policy(), order);
  const request = { intent: order.intent, attachments, approvals, plan, quotes };
  const result = await runSession(deps.signers.slice(0, 2), request, () => markExposed(deps, order));
  if (result.state === 'signed')
    return storeSigned(deps, order, familyOf(chain).attach(chain, unsigned, result.signatures));
  // Other rules, higher prices or a limit: what they ask for now, only a new intent can have.
  if (result.refusals.some((refusal) => isFinal(refusal))) return endBump(deps, order, 'signer_refused', 'refused');
  const said = result.refusals.map(({ signer, code }) => `signer ${signer}: ${code}`).join(', ');
  await waitMore(
    deps,
    order,
    said === '' ? 'signer_unreachable' : 'signer_waiting',
    said || 'a signer cannot be reached',
  );
}

/** One step of an order that sends a payment once more: plan it within the payment's cap, sign it, store the bytes. */
export async function signBump(deps: SignDeps, chain: ChainConfig, order: Order): Promise<void> {
  if (order.expires_at <= deps.clock()) return endBump(deps, order, 'expired', 'time');
  if (await isFrozen(deps.db, order.workspace_id, [order.asset_id, order.fee_asset_id]))
    return waitMore(deps, order, 'asset_frozen', '');
  try {
    await planAndSign(deps, chain, order);
  } catch (error) {
    deps.log.warn({ err: error, ...namesOf(order) }, 'signing did not finish');
    await waitMore(deps, order, 'signing_retry', error instanceof ChainError ? error.message : messageOf(error));
  }
}
