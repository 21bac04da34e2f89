import { type ChainConfig, ChainError, type ConflictKey, familyOf, type Plan, type UnsignedTx } from '@holdfast/chains';
import { orderStatus } from '@holdfast/contract';
import { parseIntent, type SignedQuote } from '@holdfast/policy';
import { deadFrom, isDead, isOver } from '../chains/expiry.ts';
import { modelOf } from '../chains/models.ts';
import type { OnChain } from '../chains/plans.ts';
import { isFrozen } from '../ledger/service.ts';
import type { SignerRefusal } from '../signers/client.ts';
import { spanned } from '../spans.ts';
import { type Abandonment, abandonIntent } from './abandonment.ts';
import { messageOf } from './announce.ts';
import { endedWithPayment } from './attempts.ts';
import { signedWith, splitBatch } from './batches.ts';
import { signBump } from './bumps.ts';
import type { OrderDeps, SignDeps } from './deps.ts';
import { changed, endUnsigned, forgetPlan, isLasting, isLongOver } from './end.ts';
import { isAgain, orderKindOf } from './kinds/index.ts';
import { namesOf } from './logged.ts';
import { messageToSign } from './messages.ts';
import { addEvent, type Order } from './moves.ts';
import { findOutflows } from './outflows.ts';
import { planOrder } from './plan.ts';
import { askAnew, holdsAtPricesOfNow, markAnew, quotesOfNow, waitsAsTold } from './prices.ts';
import { findApprovals, postpone } from './queries.ts';
import { isFinal } from './refusals.ts';
import { isStale, reissueIntent } from './reissue.ts';
import { retrySeconds } from './retry.ts';
import { runSession, type SigningResult } from './session.ts';
import { markExposed, storeSigned } from './signed.ts';
import { changedSinceAsked } from './simulate.ts';
import { statusOf } from './states.ts';
import type { ToSign } from './to-sign.ts';

/** What nobody can take back. Of a half-signed order only these are worth giving it up for: for the others it may still be signed at the next try. */
const lastingRefusals = new Set(['intentClosed', 'expired', 'refusedByMember']);

/** The nonce goes back only if no signer can have bound it to this order. */
const isUnknown = ({ admittedBy, unreachable }: SigningResult & { state: 'refused' }, fresh: boolean): boolean =>
  fresh && admittedBy === 0 && !unreachable;

async function endRefused(
  deps: OrderDeps,
  order: Order,
  result: SigningResult & { state: 'refused' },
  fresh: boolean,
  abandonment?: Abandonment,
): Promise<void> {
  const reason = result.refusals.find(isFinal);
  if (!reason) return;
  const expired = reason.code === 'expired';
  const move = {
    to: expired ? orderStatus.autoCancelled : orderStatus.rejected,
    sub: expired ? 'expired' : 'signer_refused',
    actor: `signer ${reason.signer}`,
    detail: { reason: reason.code },
  };
  await endUnsigned(deps, order, move, isUnknown(result, fresh), abandonment);
}

/** Soon: the signers take a change over within moments of each other. */
const changingSeconds = 2;

/** Nobody signs it any more, and a signature may exist: it is looked at ever more rarely, until its time is over at least. */
const keepWatching = (deps: OrderDeps, order: Order): Promise<void> =>
  postpone(deps.db, order, {
    seconds: retrySeconds(order.failures + 1, 'refused'),
    error: 'policyStale: a signature under the earlier rules may exist',
    sub: 'signer_waiting',
    failed: true,
  });

/**
 * An approved order whose rules are, or seem to be, in force no more: nobody signs it as it is. When all signers have given it up, it is asked for again; as
 * long as that is not known, or a signature may exist, it waits. Returns whether that was all there is to do: not when a signer does not give up what no
 * session was begun for.
 */
async function followRules(deps: OrderDeps, order: Order): Promise<boolean> {
  const policy = await deps.policy();
  const wait = (error: string) => postpone(deps.db, order, { seconds: changingSeconds, error, sub: 'signer_waiting' });
  // We may hear of the new rules a moment after the signers have them.
  if (!isStale(order, policy)) {
    await wait('policyStale');
    return true;
  }
  const abandonment = await abandonIntent(deps, order);
  if (abandonment.state === 'alive' && order.exposed_at === null) return false;
  if (abandonment.state === 'over') await reissueIntent(deps, order, policy, abandonment);
  else if (abandonment.state === 'unsure') await wait('policyStale: a signer does not answer');
  else await keepWatching(deps, order);
  changed(deps, order);
  return true;
}

/** What an order that signers were giving up is to be asked anew for; nothing where it was not given up for that, or is refused since. */
async function needsAnew(deps: OrderDeps, order: Order, refusals: readonly SignerRefusal[]): Promise<string | null> {
  if (order.anew_needs === null) return null;
  if (refusals.every(({ code }) => code === 'intentClosed' || !lastingRefusals.has(code))) return order.anew_needs;
  // Once it is given up, its signers say nothing but that.
  await markAnew(deps, order, null);
  return null;
}

/**
 * A signature may exist: unless all say that it does not, only the chain can end the order; but what a member has refused ends when one signer has given it up, as
 * no signature is without that one. @returns whether it has ended, or is asked for anew
 */
async function endAbandoned(
  deps: OrderDeps,
  order: Order,
  result: SigningResult & { state: 'refused' },
  fresh: boolean,
): Promise<boolean> {
  const needs = await needsAnew(deps, order, result.refusals);
  const abandonment = await abandonIntent(deps, order);
  const isRefused = result.refusals.some(({ code }) => code === 'refusedByMember');
  if (abandonment.state !== 'over' && !(isRefused && needs === null && abandonment.unsigned)) return false;
  if (needs === null) await endRefused(deps, order, result, fresh, abandonment);
  else await askAnew(deps, order, needs, abandonment);
  return true;
}

async function afterRefusal(
  deps: OrderDeps,
  order: Order,
  result: SigningResult & { state: 'refused' },
  { fresh, quotes }: Pick<ToSign, 'fresh'> & { readonly quotes: readonly SignedQuote[] },
): Promise<void> {
  const final = result.refusals.some(isFinal);
  const outdated = final && result.refusals.every((refusal) => refusal.code === 'policyStale' || !isFinal(refusal));
  if (outdated && !isRow(order) && (await followRules(deps, order))) return;
  if (final && order.exposed_at === null) return endRefused(deps, order, result, fresh);
  if (result.refusals.some(({ code }) => lastingRefusals.has(code)) && (await endAbandoned(deps, order, result, fresh)))
    return;
  // It may be refused or taken back while it waits, for a freeze to end for instance: with its nonce it would block its account then.
  if (isUnknown(result, fresh)) await forgetPlan(deps, order);
  if (!isRow(order) && (await waitsAsTold(deps, order, result, quotes))) return;
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

async function signWith(deps: SignDeps, order: Order, made: ToSign, quotes: readonly SignedQuote[]): Promise<void> {
  const { approvalsOf, attachments } = await signedWith(deps.db, order);
  const approvals = (await findApprovals(deps.db, [approvalsOf])).get(approvalsOf) ?? [];
  const signers = deps.signers.slice(0, 2);
  const request = { intent: order.intent, attachments, approvals, plan: made.plan, quotes };
  const session = () => runSession(signers, request, () => markExposed(deps, order));
  const result = await spanned('signing session', {}, session);
  if (result.state === 'refused') return afterRefusal(deps, order, result, { fresh: made.fresh, quotes });
  await storeSigned(deps, order, made.complete(result.signatures));
}

/** A nonce that is not free yet may stay so for days. */
const waitSeconds = { waiting_for_coins: 5, fee_above_cap: 5, nonce_blocked: 30 } as const;

/** Looked at this often until the chain says that it was not made. */
const deadSeconds = 15;

/**
 * A signature may exist of a transaction whose time is over, and the order gets no other transaction: should the first have been mined, both would be. Once the
 * chain proves that it was not, the order ends.
 */
async function endDead(deps: SignDeps, chain: ChainConfig, order: Order, { conflict }: UnsignedTx): Promise<void> {
  const plan = order.plan as Plan;
  const on = { db: deps.db, chain, reader: deps.readerOf(chain) };
  if (!(await isUnmade(on, plan, conflict, deps.clock().getTime())))
    return postpone(deps.db, order, { seconds: deadSeconds, sub: 'signing_retry', error: 'transactionExpired' });
  const move = { to: orderStatus.autoCancelled, sub: 'transaction_expired', actor: 'chain' } as const;
  await endUnsigned(deps, order, move, false, { state: 'alive', unsigned: true }, deadFrom(chain, plan));
}

/** Does the chain prove it? By the transaction's id, or by its nonce where it has no id before it is signed. @throws RpcError */
async function isUnmade(on: OnChain, plan: Plan, conflict: ConflictKey, now: number): Promise<boolean> {
  if ('place' in conflict) return isDead(on, plan, conflict.place, now);
  if (!('nonce' in conflict) || !(await isOver(on, plan, now))) return false;
  return !(await modelOf(on.chain).isUsed(on, [`${conflict.account}|${conflict.nonce}`]));
}

async function planAndSign(
  deps: SignDeps,
  chain: ChainConfig,
  order: Order,
  quotes: readonly SignedQuote[],
): Promise<void> {
  const intent = parseIntent(order.intent);
  const keyAt = await deps.keyAt(intent.keyGroup);
  if (orderKindOf(order).isSigned) return signWith(deps, order, messageToSign(chain, order, keyAt), quotes);
  const build = (plan: Plan): UnsignedTx => familyOf(chain).build(chain, intent, plan, keyAt);
  const planned = await planOrder(deps, chain, order, build, keyAt);
  if (planned === 'lost') return;
  if ('dead' in planned) return endDead(deps, chain, order, planned.dead);
  if ('wait' in planned) {
    if (planned.wait !== order.sub_status) changed(deps, order);
    return postpone(deps.db, order, { seconds: waitSeconds[planned.wait], sub: planned.wait });
  }
  const { plan, unsigned, fresh } = planned;
  // `attach` checks every signature against its key: what the signers' protocol gave us is not taken on trust.
  const complete: ToSign['complete'] = (signatures) => familyOf(chain).attach(chain, unsigned, signatures);
  return signWith(deps, order, { plan, fresh, complete }, quotes);
}

async function afterFailure(deps: SignDeps, order: Order, error: unknown): Promise<void> {
  deps.log.warn({ err: error, ...namesOf(order) }, 'signing did not finish');
  if (error instanceof ChainError && isLasting(error) && order.exposed_at === null) {
    const move = { to: orderStatus.failed, sub: 'not_buildable', actor: 'system', detail: { reason: error.message } };
    // A plan that was stored may be known to signers of another version; one that was not has taken nothing.
    return endUnsigned(deps, order, move, false);
  }
  const text = error instanceof ChainError ? error.message : messageOf(error);
  const seconds = retrySeconds(order.failures + 1, 'broken off');
  await postpone(deps.db, order, { seconds, error: text, sub: 'signing_retry', failed: true });
}

/**
 * Nobody has agreed to its being paid after that. Where a signature may exist, it is known to be none when one signer has given it up. Else the order ends
 * some minutes later, as one that may still be made: we do not have its bytes, and for ever in wait it would lock its account.
 */
async function endExpired(deps: SignDeps, order: Order): Promise<boolean> {
  const abandonment = order.exposed_at === null ? undefined : await abandonIntent(deps, order);
  const exposed = abandonment?.unsigned === false;
  if (exposed && !isLongOver(deps, order)) return false;
  const detail = exposed ? { detail: { reason: 'signatureMayExist' } } : {};
  const move = { to: orderStatus.autoCancelled, sub: 'expired', actor: 'system', ...detail } as const;
  await endUnsigned(deps, order, move, false, abandonment);
  return true;
}

/** Is its time over, or too short for what has to follow it? Of what may be signed already only the former counts. */
function isTooLate(deps: SignDeps, chain: ChainConfig, { expires_at, exposed_at, intent }: Order): boolean {
  const least = exposed_at === null ? (modelOf(chain).inscribed?.leastLeftMs(chain, parseIntent(intent)) ?? 0) : 0;
  return expires_at.getTime() - deps.clock().getTime() <= least;
}

/** It is decided with its batch, so nobody is asked again about it: what signers refuse for good ends it, and its payee is paid by another batch. */
const isRow = ({ batch_of }: Pick<Order, 'batch_of'>): boolean => batch_of !== null;

/** Looked at this often until a call would do again what members were shown. */
const changedSeconds = 30;

/** A call that would do something else by now than members were shown is not signed; the timeline says once what changed. Where a signature may exist, that is too late. */
async function waitsForCall(deps: SignDeps, chain: ChainConfig, order: Order): Promise<boolean> {
  if (order.exposed_at !== null) return false;
  const difference = await changedSinceAsked(deps, chain, order);
  if (difference === undefined) return false;
  const sub = 'call_changed';
  const event = { to: statusOf(order.status), sub, actor: 'chain', detail: { difference } };
  if (order.sub_status !== sub) await addEvent(deps.db, order.id, event);
  await postpone(deps.db, order, { seconds: changedSeconds, sub, error: difference.slice(0, 300) });
  if (order.sub_status !== sub) changed(deps, order);
  return true;
}

/** Are transfers of a coin that leaves with it stopped? */
async function isSuspended({ db }: SignDeps, order: Order): Promise<boolean> {
  const beside = (await findOutflows(db, order)).map(({ asset_id }) => asset_id);
  return isFrozen(db, order.workspace_id, [order.asset_id, order.fee_asset_id, ...beside]);
}

/** One step of an order that awaits its signature: plan it, sign it, store the bytes. Any part may have been done before. */
export async function signOrder(deps: SignDeps, order: Order): Promise<void> {
  const chain = deps.catalog.chain(order.chain);
  if (!chain) return postpone(deps.db, order, { seconds: 60, error: `${order.chain} is not configured`, failed: true });
  if (await endedWithPayment(deps, order)) return;
  if (isAgain(order)) return signBump(deps, chain, order);
  // Also while it waits for coins, a signer or the end of a freeze.
  if (isTooLate(deps, chain, order) && (await endExpired(deps, order))) return;
  const [policy, frozen] = await Promise.all([deps.policy(), isSuspended(deps, order)]);
  if (!isRow(order) && isStale(order, policy) && (await followRules(deps, order))) return;
  if (frozen) return postpone(deps.db, order, { seconds: 10, sub: 'asset_frozen' });
  const quotes = await quotesOfNow(deps, policy, order);
  if (!isRow(order) && !(await holdsAtPricesOfNow(deps, policy, order, quotes))) return;
  if (orderKindOf(order).isSplit) return splitBatch(deps, order);
  try {
    if (await waitsForCall(deps, chain, order)) return;
    await planAndSign(deps, chain, order, quotes);
  } catch (error) {
    await afterFailure(deps, order, error);
  }
}
