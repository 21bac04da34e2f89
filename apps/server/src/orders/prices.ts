import { orderStatus } from '@holdfast/contract';
import { type Evaluation, highestOf, parseIntent, type SignedQuote } from '@holdfast/policy';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import { feeWorthOf, isPriced, worthOf } from '../rules/facts.ts';
import { coinsOf, needsPrices } from '../rules/quotes.ts';
import type { SignerRefusal } from '../signers/client.ts';
import { type Abandonment, abandonIntent } from './abandonment.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { documentsOf, judge } from './judge.ts';
import { addEvent, lockOrder, moveOrder, type Order } from './moves.ts';
import { storeOutflowWorth } from './outflows.ts';
import { findApprovals, postpone } from './queries.ts';
import { reissueIntent } from './reissue.ts';
import { retrySeconds } from './retry.ts';
import type { SigningResult } from './session.ts';
import { statusOf } from './states.ts';

/** Steps of an approved order that is not signed at the prices of now. */
const priceRose = 'price_rose';
const missing = 'price_missing';
const refused = 'price_refused';

/** What the signers say now that its coins are worth; nothing where no rule in force speaks of values. */
export const quotesOfNow = (deps: OrderDeps, { document }: CurrentPolicy, order: Order) =>
  deps.quotes(document, ...coinsOf(order), 0);

const openNodes = ({ nodes }: Evaluation): string =>
  nodes
    .filter(({ approved, threshold }) => approved.length < threshold)
    .map(({ name, approved, threshold }) => `${name} ${approved.length}/${threshold}`)
    .join(', ');

/** What counts from here on. */
type Risen = Pick<Order, 'risen_quotes' | 'told_prices' | 'told_sums'>;

/** Why it waits, as the timeline and the log say it. */
const reasons = {
  price: { sub: priceRose, action: 'order.priceRose' },
  counted: { sub: 'more_counted', action: 'order.moreCounted' },
} as const;

/**
 * Back to waiting for approvals, with those it has: rules that go by values ask for more at the price of now, or those that go by windows for what was counted since.
 * Where a signature may exist it keeps its plan too, and with it the one transaction that can be made of it.
 */
async function askForMore(
  deps: OrderDeps,
  { document }: CurrentPolicy,
  order: Order,
  risen: Risen,
  evaluation: Evaluation,
  { sub, action }: (typeof reasons)[keyof typeof reasons] = reasons.price,
): Promise<void> {
  const intent = parseIntent(order.intent);
  const said = { quotes: order.quotes, ...risen };
  const worth = { value_cents: worthOf(document, intent, said), fee_cents: feeWorthOf(document, intent, said) };
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.awaitingSignature || now.digest !== order.digest) return;
    if (now.lease_token !== order.lease_token || (now.exposed_at !== null && order.exposed_at === null)) return;
    const detail = { needs: openNodes(evaluation) };
    await moveOrder(tx, now, { to: orderStatus.awaitingApproval, sub, actor: 'system', detail });
    await tx
      .updateTable('orders')
      .set({
        risen_quotes: JSON.stringify(risen.risen_quotes),
        told_prices: JSON.stringify(risen.told_prices),
        told_sums: JSON.stringify(risen.told_sums),
        value_cents: worth.value_cents ?? null,
        fee_cents: worth.fee_cents ?? null,
        announced_at: null,
        lease_token: sql`lease_token + 1`,
      })
      .where('id', '=', now.id)
      .execute();
    await storeOutflowWorth(tx, deps.catalog, document, now, said);
    const about = { workspaceId: now.workspace_id, object: `order:${now.id}`, detail };
    await deps.audit.recorder(action)(tx, about);
  });
  changed(deps, order);
}

/** It waits for other prices; the timeline tells so once. */
async function waitForPrice(deps: OrderDeps, order: Order, sub: string, error: string): Promise<void> {
  if (order.sub_status !== sub) await addEvent(deps.db, order.id, { to: statusOf(order.status), sub, actor: 'system' });
  await postpone(deps.db, order, { seconds: retrySeconds(order.failures + 1, 'refused'), error, sub, failed: true });
  changed(deps, order);
}

/**
 * Looks at an approved order by the prices of now, as its signers are going to: the highest of now, of its announcement and of whatever rose since counts.
 * Where that takes more approvals it waits for these, where a price is missing or a rule refuses so much, for other prices.
 * @returns whether it goes on to be signed
 */
export async function holdsAtPricesOfNow(
  deps: OrderDeps,
  policy: CurrentPolicy,
  order: Order,
  near: readonly SignedQuote[],
): Promise<boolean> {
  // Where a signature may exist, signers go by the prices at which they let it go.
  if (!needsPrices(policy.document) || order.exposed_at !== null) return true;
  const approvals = (await findApprovals(deps.db, [order.id])).get(order.id) ?? [];
  const evaluation = await judge(deps, policy, { ...order, near }, approvals);
  if (evaluation.state === 'satisfied') return true;
  const raised = evaluation.raised === true;
  if (raised && evaluation.state === 'waiting') {
    const risen = { risen_quotes: [...near], told_prices: order.told_prices, told_sums: order.told_sums };
    await askForMore(deps, policy, order, risen, evaluation);
  } else if (raised && evaluation.problem === 'refusedByRule')
    await waitForPrice(deps, order, refused, 'a rule refuses so much at the price of now');
  else if (!isPriced(policy.document, ...documentsOf(order), near))
    await waitForPrice(deps, order, missing, 'a signer has no price of now');
  else return true;
  return false;
}

/**
 * Writes down that a payment is to be asked for anew, and for whose approvals, or that it is not any more. What signers give up stays so: whoever goes on after a
 * kill has to know why it was given up. @returns whether the claim still holds
 */
export async function markAnew(deps: OrderDeps, order: Order, needs: string | null): Promise<boolean> {
  const row = await deps.db
    .updateTable('orders')
    .set({ anew_needs: needs })
    .where('id', '=', order.id)
    .where('status', '=', orderStatus.awaitingSignature)
    .where('digest', '=', order.digest)
    .where('lease_token', '=', order.lease_token)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Everybody decides anew, at the prices of now, on a payment whose intent all signers have given up. */
export async function askAnew(deps: OrderDeps, order: Order, needs: string, abandonment: Abandonment): Promise<void> {
  await addEvent(deps.db, order.id, {
    to: statusOf(order.status),
    sub: priceRose,
    actor: 'system',
    detail: { needs },
  });
  await reissueIntent(deps, order, await deps.policy(), abandonment);
  changed(deps, order);
}

/**
 * A session was begun, so for all that is known here a signature may exist. Signers that give the intent up know that none does: then it is asked for anew.
 * Where not all of them answer, the next try finds it given up, and goes on from there. @returns whether it was asked for
 */
async function giveUpToAskAnew(deps: OrderDeps, order: Order, evaluation: Evaluation): Promise<boolean> {
  const needs = openNodes(evaluation);
  if (!(await markAnew(deps, order, needs))) return false;
  const abandonment = await abandonIntent(deps, order);
  if (abandonment.state !== 'over') return false;
  await askAnew(deps, order, needs, abandonment);
  return true;
}

/** What counts where signers ask for more: prices above all that are known here, and, of what a session was begun for, the windows as they counted them. */
function toldBy(deps: OrderDeps, order: Order, refusals: readonly SignerRefusal[], near: readonly SignedQuote[]) {
  const prices = highestOf(...refusals.map((refusal) => new Map(Object.entries(refusal.prices))));
  const at = String(deps.clock().getTime());
  // Of what nobody can have signed, members ask anew.
  const sums =
    order.exposed_at === null ? [] : refusals.flatMap((refusal) => refusal.sums.map((sum) => ({ ...sum, at })));
  const [rose, counted] = [prices.size > 0, sums.length > 0];
  const risen: Risen = {
    risen_quotes: rose ? [...near] : order.risen_quotes,
    told_prices: rose ? Object.fromEntries(prices) : order.told_prices,
    told_sums: counted ? sums : order.told_sums,
  };
  return { rose, counted, risen };
}

/**
 * Signers ask for more approvals by prices above all that are known here: one that was told of a rise remembers it, where this database was put back for
 * instance. It waits for them, by these prices. Where a session was begun, and the price rose since, one signer may have given its part and ask for nothing more:
 * then the very transaction that it took part in waits for the approvals that the other one asks for. Where all of them ask by prices, none has given it. So it
 * waits too where other payments were counted in a window since, which both ask for, whoever has given its part.
 * @returns whether it does: not where the rules as they are known here ask for no more even so, nor where one says something else or nothing
 */
export async function waitsAsTold(
  deps: OrderDeps,
  order: Order,
  { refusals, admittedBy, unreachable }: SigningResult & { state: 'refused' },
  near: readonly SignedQuote[],
): Promise<boolean> {
  const { rose, counted, risen } = toldBy(deps, order, refusals, near);
  if (!rose && !counted) return false;
  const begun = order.exposed_at !== null;
  const asks = refusals.every(({ priceRose: byPrice, sums }) => byPrice || sums.length > 0);
  if (begun && (unreachable || !asks || order.expires_at <= deps.clock())) return false;
  const policy = await deps.policy();
  const approvals = (await findApprovals(deps.db, [order.id])).get(order.id) ?? [];
  const evaluation = await judge(deps, policy, { ...order, ...risen }, approvals);
  const raised = evaluation.raised === true;
  if (evaluation.state !== 'waiting' || !(raised || counted)) return false;
  if (begun && admittedBy === 0 && refusals.every(({ priceRose: byPrice }) => byPrice))
    return giveUpToAskAnew(deps, order, evaluation);
  await askForMore(deps, policy, order, risen, evaluation, raised ? reasons.price : reasons.counted);
  return true;
}
