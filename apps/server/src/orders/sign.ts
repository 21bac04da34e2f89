import {
  type ChainConfig,
  ChainError,
  type KeyAt,
  type Plan,
  rulesOf,
  type SignedTx,
  type UnsignedTx,
} from '@holdfast/chains';
import { orderStatus } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import { isFrozen } from '../ledger/service.ts';
import { messageOf } from './announce.ts';
import type { OrderDeps } from './deps.ts';
import { changed, endUnsigned, isLasting } from './end.ts';
import { lockOrder, moveOrder, type Order } from './moves.ts';
import { type Made, planOrder } from './plan.ts';
import { findApprovals, leaseSeconds, postpone } from './queries.ts';
import { retrySeconds } from './retry.ts';
import { runSession, type SigningResult } from './session.ts';

/** Refusals that no later try changes: the order ends. Everything else may pass (a freeze, a limit, a restart) and is tried again. */
const finalRefusals = new Set([
  'badIntent',
  'notCanonical',
  'otherDeployment',
  'intentReused',
  'policyStale',
  'addressEntryUnknown',
  'approvalInvalid',
  'approvalsMissing',
  'initiatorMissing',
  'refusedByMember',
  'kindNotAllowed',
  'bodyMismatch',
  'expired',
  'txMismatch',
  'feeAboveCap',
  'unknownWallet',
  'callbackDenied',
]);
export interface SignDeps extends OrderDeps {
  readonly keyAt: (keyGroup: string) => Promise<KeyAt>;
}

/**
 * Both signers are in: from here on a signature may exist, and the order is not given up on our side alone any more. The claim must still hold,
 * and is good for one session again. @throws Error when the order was ended or claimed by another worker meanwhile: nothing may be signed then
 */
async function markExposed(deps: OrderDeps, order: Order): Promise<void> {
  const { rows } =
    await sql`update orders set exposed_at = coalesce(exposed_at, now()), lease_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${order.id} and status = ${orderStatus.awaitingSignature} and lease_token = ${order.lease_token} returning id`.execute(
      deps.db,
    );
  if (rows.length === 0) throw new Error('the claim on the order was lost before it was signed');
}

async function storeSigned(deps: OrderDeps, order: Order, signed: SignedTx): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    // Another worker may have been faster after our claim ran out; the first signed bytes stay the only ones.
    if (now?.status !== orderStatus.awaitingSignature) return;
    await tx.updateTable('orders').set({ raw: signed.raw, txid: signed.txid }).where('id', '=', order.id).execute();
    await moveOrder(tx, now, {
      to: orderStatus.paying,
      sub: 'signed',
      actor: 'signers',
      detail: { txid: signed.txid },
    });
  });
  changed(deps, order);
}

async function endRefused(
  deps: OrderDeps,
  order: Order,
  result: SigningResult & { state: 'refused' },
  fresh: boolean,
): Promise<void> {
  const reason = result.refusals.find(({ code }) => finalRefusals.has(code));
  if (!reason) return;
  const expired = reason.code === 'expired';
  const move = {
    to: expired ? orderStatus.autoCancelled : orderStatus.rejected,
    sub: expired ? 'expired' : 'signer_refused',
    actor: `signer ${reason.signer}`,
    detail: { reason: reason.code },
  };
  // The nonce goes back only if no signer can have bound it to this order.
  await endUnsigned(deps, order, move, fresh && result.admittedBy === 0 && !result.unreachable);
}

async function afterRefusal(
  deps: OrderDeps,
  order: Order,
  result: SigningResult & { state: 'refused' },
  fresh: boolean,
): Promise<void> {
  const final = result.refusals.some(({ code }) => finalRefusals.has(code));
  // Once a signature may exist elsewhere, only the chain can end the order.
  if (final && order.exposed_at === null) return endRefused(deps, order, result, fresh);
  const error =
    result.refusals.map((refusal) => `signer ${refusal.signer}: ${refusal.code}`).join(', ') ||
    'a signer cannot be reached';
  const refused = result.refusals.length > 0;
  const seconds = retrySeconds(order.failures + 1, refused ? 'refused' : 'broken off');
  await postpone(deps.db, order, {
    seconds,
    error,
    sub: refused ? 'signer_waiting' : 'signer_unreachable',
    failed: true,
  });
  changed(deps, order);
}

async function signWith(deps: SignDeps, chain: ChainConfig, order: Order, made: Made): Promise<void> {
  const approvals = (await findApprovals(deps.db, [order.id])).get(order.id) ?? [];
  const signers = deps.signers.slice(0, 2);
  const result = await runSession(
    signers,
    { intent: order.intent, approvals, plan: made.plan, quotes: order.quotes },
    async () => {
      await markExposed(deps, order);
    },
  );
  if (result.state === 'refused') return afterRefusal(deps, order, result, made.fresh);
  // `attach` checks every signature against its key: what the signers' protocol gave us is not taken on trust.
  await storeSigned(deps, order, rulesOf(chain).attach(chain, made.unsigned, result.signatures));
}

/** A nonce that is not free yet may stay so for days. */
const waitSeconds = { waiting_for_coins: 5, fee_above_cap: 5, nonce_blocked: 30 } as const;

async function planAndSign(deps: SignDeps, chain: ChainConfig, order: Order): Promise<void> {
  const intent = parseIntent(order.intent);
  const keyAt = await deps.keyAt(intent.keyGroup);
  const build = (plan: Plan): UnsignedTx => rulesOf(chain).build(chain, intent, plan, keyAt);
  const planned = await planOrder(deps, chain, order, build);
  if (planned === 'lost') return;
  if ('wait' in planned) {
    if (planned.wait !== order.sub_status) changed(deps, order);
    return postpone(deps.db, order, { seconds: waitSeconds[planned.wait], sub: planned.wait });
  }
  return signWith(deps, chain, order, planned);
}

async function afterFailure(deps: SignDeps, order: Order, error: unknown): Promise<void> {
  deps.log.warn({ err: error, order: order.id }, 'signing did not finish');
  if (error instanceof ChainError && isLasting(error) && order.exposed_at === null) {
    const move = { to: orderStatus.failed, sub: 'not_buildable', actor: 'system', detail: { reason: error.message } };
    // A plan that was stored may be known to signers of another version; one that was not has taken nothing.
    return endUnsigned(deps, order, move, false);
  }
  const text = error instanceof ChainError ? error.message : messageOf(error);
  const seconds = retrySeconds(order.failures + 1, 'broken off');
  await postpone(deps.db, order, { seconds, error: text, sub: 'signing_retry', failed: true });
}

const endExpired = (deps: SignDeps, order: Order): Promise<void> =>
  endUnsigned(deps, order, { to: orderStatus.autoCancelled, sub: 'expired', actor: 'system' }, false);

/** One step of an order that awaits its signature: plan it, sign it, store the bytes. Any part may have been done before. */
export async function signOrder(deps: SignDeps, order: Order): Promise<void> {
  const chain = deps.catalog.chain(order.chain);
  if (!chain) return postpone(deps.db, order, { seconds: 60, error: `${order.chain} is not configured`, failed: true });
  // Also while it waits for coins, a signer or the end of a freeze: nobody has agreed to its being paid after that.
  if (order.exposed_at === null && order.expires_at <= deps.clock()) return endExpired(deps, order);
  if (await isFrozen(deps.db, order.workspace_id, [order.symbol, order.fee_symbol]))
    return postpone(deps.db, order, { seconds: 10, sub: 'asset_frozen' });
  try {
    await planAndSign(deps, chain, order);
  } catch (error) {
    await afterFailure(deps, order, error);
  }
}
