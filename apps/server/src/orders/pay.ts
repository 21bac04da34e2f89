import { type ChainConfig, familyOf, type Plan } from '@holdfast/chains';
import {
  accountReader,
  type BroadcastResult,
  type ChainReader,
  type Transfer,
  type TxStatus,
  type WatchedAddresses,
} from '@holdfast/chains/rpc';
import { orderStatus } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import { deadFrom, isDead } from '../chains/expiry.ts';
import { modelOf } from '../chains/models.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { returnStake, settleHold } from '../ledger/service.ts';
import { messageOf } from './announce.ts';
import { asMined, cancelling, endedWithPayment, isBeingDropped, type Mined, wakeAttempts } from './attempts.ts';
import { watchRows } from './batches.ts';
import { bookMoved } from './call-booked.ts';
import { type CallMoved, movedByCall } from './call-moved.ts';
import type { SignDeps } from './deps.ts';
import { orderKindOf } from './kinds/index.ts';
import { coinsLeftOut, movedOtherwise, tokensLeftOut } from './left-out.ts';
import { namesOf } from './logged.ts';
import { endSigned } from './messages.ts';
import { changeAndTell, holdRef, lockOrder, moveOrder, type Order, releaseOrder, tellPayment } from './moves.ts';
import { settleOutflows } from './outflows.ts';
import { postpone } from './queries.ts';

/** The same bytes are sent again when they were not mined for this long: a node may have dropped them. */
const rebroadcastSeconds = 15;

/** What comes back of it may be spent from now on, on chains where that is so. */
async function noteSent({ catalog }: SignDeps, tx: Tx, order: Order): Promise<void> {
  const { id, workspace_id: workspaceId, sub_wallet_id: subWalletId, raises, plan, raw, txid, outputs } = order;
  const chain = catalog.chain(order.chain);
  if (!chain || raw === null || txid === null) return;
  const payees = outputs.filter(({ amount }) => BigInt(amount) > 0n).length;
  await modelOf(chain).sent?.(tx, chain, { id, workspaceId, subWalletId, raises, plan, raw, txid, payees });
}

async function noteBroadcast(deps: SignDeps, order: Order): Promise<void> {
  // What was to drop it is over, so it is on its way once more.
  const again = order.sub_status === cancelling ? { sub: 'broadcast' } : {};
  if (order.broadcast_at !== null)
    return postpone(deps.db, order, { seconds: rebroadcastSeconds, error: '', ...again });
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.paying || now.broadcast_at !== null) return;
    const sent = { broadcast_at: sql<Date>`now()`, sub_status: 'broadcast', lease_until: null, last_error: '' };
    const again = sql<Date>`now() + make_interval(secs => ${rebroadcastSeconds})`;
    const detail = { txid: order.txid ?? '' };
    const told = { to: orderStatus.paying, sub: 'broadcast', actor: 'system', detail };
    await changeAndTell(tx, order.id, { ...sent, next_at: again }, told);
    await tellPayment(tx, order, { step: 'sent', actor: 'system', detail: { txid: order.txid ?? '' } });
    await noteSent(deps, tx, now);
  });
  deps.notifier.changed(order.workspace_id, 'order', order.id);
}

/** The node did not take the bytes. Nothing is signed again: either they are mined already, or they are sent again later. */
async function afterRefusedBroadcast(
  deps: SignDeps,
  order: Order,
  result: Exclude<BroadcastResult, string>,
): Promise<void> {
  const conflict = result.refused === 'nonceTooLow' || result.refused === 'inputsSpent';
  const sub = conflict ? 'conflict' : 'broadcast_refused';
  await postpone(deps.db, order, {
    seconds: rebroadcastSeconds,
    error: `${result.refused}: ${result.message}`.slice(0, 300),
    sub,
    failed: true,
  });
  deps.notifier.changed(order.workspace_id, 'order', order.id);
}

async function broadcast(deps: SignDeps, reader: ChainReader, order: Order, status: TxStatus): Promise<void> {
  if (status.state === 'mempool' && order.broadcast_at !== null)
    return postpone(deps.db, order, { seconds: rebroadcastSeconds, sub: 'in_mempool', error: '' });
  const result = await reader.broadcast(order.raw ?? '');
  if (result === 'accepted' || result === 'known') return noteBroadcast(deps, order);
  return afterRefusedBroadcast(deps, order, result);
}

/** What the transaction cost: what the node says, or what it was built to cost where its bytes say that. */
async function feeOf(
  deps: SignDeps,
  chain: ChainConfig,
  order: Order,
  status: TxStatus & { state: 'mined' },
): Promise<bigint> {
  if (status.fee !== undefined) return status.fee;
  const intent = parseIntent(order.intent);
  const built = familyOf(chain).build(chain, intent, order.plan as Plan, await deps.keyAt(intent.keyGroup));
  return BigInt(built.fee);
}

/** What the order's transaction moved, as its block tells. @throws Error when the node does not know that block */
async function inItsBlock(
  { readerOf }: SignDeps,
  chain: ChainConfig,
  { txid }: Order,
  hash: string,
  watch: WatchedAddresses,
): Promise<Transfer[]> {
  const block = await readerOf(chain).block(hash, { watch });
  if (!block) throw new Error(`the node does not know block ${hash}`);
  return block.transfers.filter((each) => each.txid === txid);
}

type MinedStatus = TxStatus & { readonly state: 'mined' };

/** @throws Error where it is not configured any more */
function contractOf({ catalog }: SignDeps, order: Order): string {
  const contract = catalog.find(order.asset_id)?.asset.contract;
  if (contract === undefined) throw new Error(`the asset of order ${order.id} is not configured`);
  return contract;
}

/** Base units by payee. */
function owedBy({ outputs }: Order): Map<string, bigint> {
  const owed = new Map<string, bigint>();
  for (const { address, amount } of outputs) owed.set(address, (owed.get(address) ?? 0n) + BigInt(amount));
  return owed;
}

/** What went of the order's token to its payees in its transaction, whoever it came from. */
async function tokenMoves(deps: SignDeps, chain: ChainConfig, order: Order, status: MinedStatus) {
  const contract = contractOf(deps, order);
  const told = status.moved ?? (await inItsBlock(deps, chain, order, status.hash, owedBy(order)));
  return told.filter((each) => each.contract === contract);
}

const mayLeaveOut = (chain: ChainConfig, order: Order): boolean => orderKindOf(order).leavesOut?.(chain) === true;

/** The places of payees whom a transaction that succeeded has left out. @throws Error where it cannot be known: that is for people to look at */
async function leftOut(
  deps: SignDeps,
  chain: ChainConfig,
  order: Mined,
  status: MinedStatus,
): Promise<readonly number[]> {
  if (!status.success || order.isDropped || !mayLeaveOut(chain, order)) return [];
  const told = new Set((await accountReader(deps.readerOf(chain)).unpaid?.(order.txid ?? '')) ?? []);
  if (contractOf(deps, order) === '') return coinsLeftOut(order.outputs, told);
  const moved = await tokenMoves(deps, chain, order, status);
  const own = moved.filter(({ from }) => from === order.address_from);
  return tokensLeftOut(order.outputs, own, told);
}

/**
 * Did the payment take place? A token's contract may answer `false` and move nothing though the transaction succeeds (threats.md E), so its Transfer
 * event counts. @throws Error when the token moved otherwise than ordered: that is for people to look at
 */
async function hasPaid(deps: SignDeps, chain: ChainConfig, order: Order, status: MinedStatus): Promise<boolean> {
  const contract = contractOf(deps, order);
  if (order.outputs.length === 0) return false;
  // What moves nothing that is available has no event of a payment.
  if (!status.success || contract === '' || orderKindOf(order).goes === 'nowhere') return status.success;
  // Each row was found among the token's events already.
  if (mayLeaveOut(chain, order)) return true;
  const moved = await tokenMoves(deps, chain, order, status);
  if (moved.length === 0) return false;
  const paid = owedBy(order);
  for (const { to, amount } of moved) paid.set(to, (paid.get(to) ?? 0n) - amount);
  const from = moved.every((each) => each.from === order.address_from);
  if (from && moved.length === order.outputs.length && [...paid.values()].every((rest) => rest === 0n)) return true;
  throw new Error(movedOtherwise);
}

/** How a payment ends by what is final in its place. `late`: it was to be dropped, and was made first. `some`: it left payees out. */
function payOff(
  { isDropped }: Mined,
  { paid, success, late, some }: Readonly<Record<'paid' | 'success' | 'late' | 'some', boolean>>,
) {
  if (isDropped) return { to: orderStatus.discarded, sub: 'dropped' };
  if (some) return paid ? { to: orderStatus.done, sub: 'partly' } : { to: orderStatus.failed, sub: 'rows_failed' };
  if (!paid) return { to: orderStatus.failed, sub: success ? 'not_transferred' : 'reverted' };
  return { to: orderStatus.done, sub: late ? 'drop_late' : 'final' };
}

/** What was paid or staked and its fee leave what is available, what the chain gave back from stake comes to it. */
async function settle(
  tx: Tx,
  order: Order,
  paid: boolean,
  fee: bigint,
  released: bigint,
  moved: CallMoved | undefined,
): Promise<void> {
  const { workspace_id: workspaceId, sub_wallet_id: subWalletId, asset_id: assetId, fee_asset_id: feeAssetId } = order;
  const ref = holdRef(order.id);
  const most = paid ? order.amount - order.untaken : 0n;
  // Of what goes along with a call a part may come back with it.
  const left = moved ? (moved.left.get(assetId) ?? 0n) : most;
  const spent = left < most ? left : most;
  const to = orderKindOf(order).goes === 'staked' ? 'staked' : 'chain';
  await settleHold(tx, { workspaceId, ref, assetId, spent, to, feeAssetId, fee });
  if (released > 0n) await returnStake(tx, { workspaceId, subWalletId, assetId: feeAssetId }, ref, released);
}

/** Books a final payment: what was paid and its fee leave the books, the rest of the hold is available again. */
async function book(
  deps: SignDeps,
  chain: ChainConfig,
  order: Mined,
  status: TxStatus & { state: 'mined' },
): Promise<void> {
  const fee = await feeOf(deps, chain, order, status);
  const out = await leftOut(deps, chain, order, status);
  const outputs = order.outputs.filter((_, at) => !out.includes(at));
  const paid = !order.isDropped && (await hasPaid(deps, chain, { ...order, outputs }, status));
  const { height, hash } = status;
  const moved =
    paid && orderKindOf(order).hasOutflows ? await movedByCall(deps, chain, order, { height, hash, fee }) : undefined;
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    const same = now?.mined_hash === status.hash && now.mined_as === order.mined_as;
    if (now?.status !== orderStatus.paying || !same) return;
    const stays = order.outputs.reduce((sum, { amount }, at) => sum + (out.includes(at) ? BigInt(amount) : 0n), 0n);
    // What an attempt in its place has cost, that one holds.
    await settle(
      tx,
      { ...order, amount: order.amount - stays },
      paid,
      order.isOwn ? fee : 0n,
      status.released ?? 0n,
      moved,
    );
    if (moved) await bookMoved(deps, tx, now, moved);
    else await settleOutflows(tx, now);
    const detail = { height: String(status.height), hash: status.hash, fee: fee.toString() };
    const end = payOff(order, {
      paid,
      success: status.success,
      late: await isBeingDropped(tx, now),
      some: out.length > 0,
    });
    const worth_cents = paid ? deps.catalog.centsOf(order.asset_id, order.amount - stays) : null;
    const fee_worth_cents = deps.catalog.centsOf(order.fee_asset_id, fee);
    const facts = { real_fee: fee, left_out: [...out], worth_cents, fee_worth_cents };
    await moveOrder(tx, now, { ...end, actor: 'chain', detail }, facts);
    await wakeAttempts(tx, now.id);
  });
  deps.notifier.changed(order.workspace_id, 'order', order.id);
  deps.notifier.changed(order.workspace_id, 'balance', order.sub_wallet_id);
}

async function depthOf(deps: SignDeps, order: Order): Promise<number> {
  const state = await deps.db
    .selectFrom('chain_state')
    .select('height')
    .where('chain', '=', order.chain)
    .executeTakeFirst();
  return order.mined_height === null || state?.height == null ? 0 : state.height - order.mined_height + 1;
}

/** The transaction is not mined and never will be. */
async function endUnmade(
  deps: SignDeps,
  chain: ChainConfig,
  order: Order,
  sub: 'replaced' | 'transaction_expired',
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    // Blocks note an order and its coins together: an order without a block did not spend them itself.
    if (now?.status !== orderStatus.paying || now.mined_height !== null) return;
    await releaseOrder(
      tx,
      now,
      { to: orderStatus.discarded, sub, actor: 'chain' },
      false,
      deadFrom(chain, now.plan as Plan | null),
    );
    await wakeAttempts(tx, now.id);
  });
  if (sub === 'replaced')
    deps.log.error({ ...namesOf(order), txid: order.txid }, 'another transaction has spent the coins of a payment');
  else deps.log.warn({ ...namesOf(order), txid: order.txid }, 'a payment was not mined within its time');
  deps.notifier.changed(order.workspace_id, 'order', order.id);
  deps.notifier.changed(order.workspace_id, 'balance', order.sub_wallet_id);
}

/**
 * An order that is in no block, as far as the watcher got. One that is being dropped is not sent, so no node says that its coins are gone: it is looked for itself. What
 * drops it spends the same coins, but is not found there: blocks note it with the payment, which is in a block from then on.
 */
async function pursue(deps: SignDeps, chain: ChainConfig, reader: ChainReader, order: Order): Promise<void> {
  const status = await reader.txStatus(order.txid ?? '');
  if (status.state === 'unknown' && ['conflict', cancelling].includes(order.sub_status))
    if (await modelOf(chain).isReplaced({ db: deps.db, chain, reader }, order.id))
      return endUnmade(deps, chain, order, 'replaced');
  if (await isBeingDropped(deps.db, order))
    return postpone(deps.db, order, { seconds: rebroadcastSeconds, sub: cancelling, error: '' });
  return broadcast(deps, reader, order, status);
}

const isOver = async (deps: SignDeps, chain: ChainConfig, reader: ChainReader, order: Order): Promise<boolean> =>
  order.plan !== null &&
  isDead({ db: deps.db, chain, reader }, order.plan as Plan, order.txid ?? '', deps.clock().getTime());

async function watch(deps: SignDeps, chain: ChainConfig, order: Mined): Promise<void> {
  const reader = deps.readerOf(chain);
  if (order.raises !== null && order.mined_height !== null)
    return postpone(deps.db, order, { seconds: rebroadcastSeconds, sub: 'confirming', error: '' });
  if (order.mined_height === null && (await isOver(deps, chain, reader, order)))
    return endUnmade(deps, chain, order, 'transaction_expired');
  if (order.broadcast_at === null && ![cancelling, 'conflict'].includes(order.sub_status))
    return broadcast(deps, reader, order, { state: 'unknown' });
  if (order.mined_height === null) return pursue(deps, chain, reader, order);
  const deep = (await depthOf(deps, order)) >= chain.confirmations.withdraw;
  if (!deep || order.mined_height > (await reader.finalizedHeight()))
    return postpone(deps.db, order, { seconds: rebroadcastSeconds, sub: 'confirming', error: '' });
  const status = await reader.txStatus(order.txid ?? '', order.mined_hash ?? undefined);
  // The watcher saw it in one block and the node says another: the watcher is about to find out which.
  if (status.state !== 'mined' || status.hash !== order.mined_hash) {
    const error = status.state === 'unknown' && status.reason ? `the node does not find it: ${status.reason}` : '';
    return postpone(deps.db, order, { seconds: 2, error });
  }
  return book(deps, chain, order, status);
}

/** One step of an order that is paying: broadcast the stored bytes, watch, book. */
export async function payOrder(deps: SignDeps, order: Order): Promise<void> {
  const chain = deps.catalog.chain(order.chain);
  if (!chain) return postpone(deps.db, order, { seconds: 60, error: `${order.chain} is not configured`, failed: true });
  if (await endedWithPayment(deps, order)) return;
  if (orderKindOf(order).isSplit) return watchRows(deps, order);
  if (orderKindOf(order).isSigned) return endSigned(deps, order);
  try {
    await watch(deps, chain, await asMined(deps.db, order));
  } catch (error) {
    deps.log.warn({ err: error, ...namesOf(order) }, 'the chain did not answer');
    await postpone(deps.db, order, { seconds: 3, error: messageOf(error), failed: true });
  }
}
