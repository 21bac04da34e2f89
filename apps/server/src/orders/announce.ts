import type { Plan } from '@holdfast/chains';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import { deadFrom } from '../chains/expiry.ts';
import type { Db } from '../db/database.ts';
import { gathered, ofEach } from '../db/gathering.ts';
import { inTransaction } from '../db/transaction.ts';
import { feeWorthOf, worthOf } from '../rules/facts.ts';
import { coinsOf } from '../rules/quotes.ts';
import { SignerRefusal } from '../signers/client.ts';
import { abandonIntent } from './abandonment.ts';
import { endedWithPayment } from './attempts.ts';
import { presence } from './away.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { handOver } from './hand-over.ts';
import { judge } from './judge.ts';
import { canRelease, leaveToSigners, lockOrder, type Order, releaseOrder } from './moves.ts';
import { storeOutflowWorth } from './outflows.ts';
import { claimOrders, postpone } from './queries.ts';
import { askedAgain, isKnownByPlan, isStale, reissueIntent } from './reissue.ts';
import { retrySeconds } from './retry.ts';
import { showToSigners } from './show.ts';

/** Answers of a signer to an announcement that no repetition changes; `policyStale` is none, as the server soon learns of the other rules. */
const never = new Set([
  'badIntent',
  'notCanonical',
  'otherDeployment',
  'intentReused',
  'expired',
  'unknownKey',
  'unknownWallet',
  'kindNotAllowed',
]);
const announceAgainSeconds = 2;

interface Announced {
  readonly id: OrderId;
  /** The claim under which it was shown; a later one stands. */
  readonly token: number;
  /** When it is to be looked at again. */
  readonly end: Date;
}
/** Writes down what signers were shown: of those that were shown while the last such statement was under way with one statement, and one flush. */
const noteAnnounced = ofEach((db: Db) =>
  gathered(async (all: readonly Announced[]) => {
    await sql`with shown as materialized (
        select o.id, a.at from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ token }) => token)}::bigint[], ${all.map(({ end }) => end)}::timestamptz[])
            as a (id, token, at)
          join orders o on o.id = a.id and o.lease_token = a.token and o.status = ${orderStatus.awaitingApproval}
          order by o.id for update of o)
      update orders o set announced_at = coalesce(o.announced_at, now()), next_at = shown.at, lease_until = null, last_error = ''
        from shown where o.id = shown.id`.execute(db);
    return all;
  }),
);

/** Ends it, or leaves that to its signers where a signature may exist. */
async function endWaiting(
  deps: OrderDeps,
  order: Order,
  to: 2201 | 2202,
  sub: string,
  detail: Record<string, string>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    // What was found of an earlier intent says nothing of the one that it was asked for again under.
    if (now?.status !== orderStatus.awaitingApproval || now.digest !== order.digest) return;
    if (!canRelease(now)) return leaveToSigners(tx, now, 'system');
    // One that was approved before a price rose may be known to signers by its nonce.
    await releaseOrder(tx, now, { to, sub, actor: 'system', detail }, now.admitted_at === null);
    const action = to === orderStatus.autoCancelled ? 'order.expired' : 'order.refused';
    await deps.audit.recorder(action)(tx, { workspaceId: now.workspace_id, object: `order:${now.id}`, detail });
  });
  changed(deps, order);
}

/** The order with what its asset is worth, asked once, before the signers first see it; they count by what they were told then. */
async function withQuotes(deps: OrderDeps, order: Order): Promise<Order> {
  if (order.quotes.length > 0 || order.announced_at !== null) return order;
  const { document } = await deps.policy();
  const intent = parseIntent(order.intent);
  const quotes = [...(await deps.quotes(document, ...coinsOf(order)))];
  if (quotes.length === 0) return order;
  const said = { quotes, risen_quotes: [] };
  const value = worthOf(document, intent, said) ?? null;
  const fee = feeWorthOf(document, intent, said) ?? null;
  await deps.db
    .updateTable('orders')
    .set({ quotes: JSON.stringify(quotes), value_cents: value, fee_cents: fee })
    .where('id', '=', order.id)
    .execute();
  await storeOutflowWorth(deps.db, deps.catalog, document, order, said);
  return { ...order, quotes, value_cents: value, fee_cents: fee };
}

/** Under the rules of now. One that a signer may know by its plan waits until all have given that up; of one that may be signed nobody is to decide meanwhile. */
async function reissueUnderNewRules(deps: OrderDeps, order: Order, policy: CurrentPolicy): Promise<void> {
  if (!canRelease(order)) return endWaiting(deps, order, orderStatus.systemRejected, 'rules_changed', {});
  const abandonment = isKnownByPlan(order) ? await abandonIntent(deps, order) : undefined;
  if (abandonment && abandonment.state !== 'over') {
    const seconds = retrySeconds(order.failures + 1, 'refused');
    return postpone(deps.db, order, { seconds, error: 'policyStale: a signer has not given it up', failed: true });
  }
  await reissueIntent(deps, order, policy, abandonment);
  changed(deps, order);
}

/** When there is nothing left to approve: its time is over, or that of the one transaction that a signature may exist of. */
function endOf({ catalog }: Pick<OrderDeps, 'catalog'>, { expires_at, exposed_at, chain: id, plan }: Order): Date {
  const chain = exposed_at === null ? undefined : catalog.chain(id);
  const dead = chain && deadFrom(chain, plan as Plan | null);
  return dead && dead < expires_at ? dead : expires_at;
}

/** While nobody can be shown anything, each new request is no reason to look. */
const looksMs = 500;

/** Claims those that await approval and have something to do: while no signer answers there is nobody to show a new one to, so that one alone finds out whether there is. */
export function createClaim({ db, signers }: Pick<OrderDeps, 'db' | 'signers'>): (most: number) => Promise<Order[]> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (most) => {
    const seen = presence(signers);
    if (seen === 'some') return claimOrders(db, orderStatus.awaitingApproval, most);
    if (seen === 'none' && performance.now() - lookedAt < looksMs) return [];
    lookedAt = performance.now();
    const others = await claimOrders(db, orderStatus.awaitingApproval, most, 'shown');
    return seen === 'none' ? others : [...others, ...(await claimOrders(db, orderStatus.awaitingApproval, 1))];
  };
}

/** One step of an order that awaits approval: end it when its time is over, ask for it again under other rules, announce it when it was not yet. */
export async function workOnAwaitingApproval(deps: OrderDeps, order: Order): Promise<void> {
  if (await endedWithPayment(deps, order)) return;
  const end = endOf(deps, order);
  if (end <= deps.clock()) return endWaiting(deps, order, orderStatus.autoCancelled, 'expired', {});
  const policy = await deps.policy();
  if (isStale(order, policy)) return reissueUnderNewRules(deps, order, policy);
  const priced = await withQuotes(deps, order);
  const { state, problem = '' } =
    order.sub_status === askedAgain ? await judge(deps, policy, priced, []) : { state: 'waiting' };
  if (state === 'unsatisfiable')
    return endWaiting(deps, order, orderStatus.systemRejected, 'rules_changed', { reason: problem });
  const failed = await showToSigners(deps, priced);
  for (const [signer, error] of failed)
    if (canRelease(order) && error instanceof SignerRefusal && never.has(error.code))
      return endWaiting(deps, order, orderStatus.systemRejected, 'signer_refused', { signer, reason: error.code });
  const [first] = failed;
  if (first)
    return postpone(deps.db, order, { seconds: announceAgainSeconds, error: `${first[0]}: ${messageOf(first[1])}` });
  await noteAnnounced(deps.db)({ id: order.id, token: order.lease_token, end });
  // Some signer was away, and has missed what was decided meanwhile.
  if (order.last_error !== '') await handOver(deps, [order.intent_id]);
}

export const messageOf = (error: unknown): string =>
  error instanceof SignerRefusal ? error.code : error instanceof Error ? error.message : String(error);
