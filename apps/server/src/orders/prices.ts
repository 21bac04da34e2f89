import { orderStatus } from '@holdfast/contract';
import { type Evaluation, parseIntent, type SignedQuote } from '@holdfast/policy';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import { feeWorthOf, isPriced, worthOf } from '../rules/facts.ts';
import { needsPrices } from '../rules/quotes.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { judge } from './judge.ts';
import { addEvent, lockOrder, moveOrder, type Order } from './moves.ts';
import { findApprovals, postpone } from './queries.ts';
import { retrySeconds } from './retry.ts';
import { statusOf } from './states.ts';

/** Steps of an approved order that is not signed at the prices of now. */
const priceRose = 'price_rose';
const missing = 'price_missing';
const refused = 'price_refused';

/** What the signers say now that its coins are worth; nothing where no rule in force speaks of values. */
export function quotesOfNow(deps: OrderDeps, { document }: CurrentPolicy, order: Order) {
  const { chain, asset } = parseIntent(order.intent);
  return deps.quotes(document, chain, asset.contract, 0);
}

const openNodes = ({ nodes }: Evaluation): string =>
  nodes
    .filter(({ approved, threshold }) => approved.length < threshold)
    .map(({ name, approved, threshold }) => `${name} ${approved.length}/${threshold}`)
    .join(', ');

/** Back to waiting for approvals, with those it has: rules that go by values ask for more at the price of now, which counts from here on. */
async function askForMore(
  deps: OrderDeps,
  { document }: CurrentPolicy,
  order: Order,
  near: readonly SignedQuote[],
  evaluation: Evaluation,
): Promise<void> {
  const intent = parseIntent(order.intent);
  const said = { quotes: order.quotes, risen_quotes: near };
  const worth = { value_cents: worthOf(document, intent, said), fee_cents: feeWorthOf(document, intent, said) };
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.awaitingSignature || now.digest !== order.digest) return;
    if (now.lease_token !== order.lease_token || now.exposed_at !== null) return;
    const detail = { needs: openNodes(evaluation) };
    await moveOrder(tx, now, { to: orderStatus.awaitingApproval, sub: priceRose, actor: 'system', detail });
    await tx
      .updateTable('orders')
      .set({
        risen_quotes: JSON.stringify(near),
        value_cents: worth.value_cents ?? null,
        fee_cents: worth.fee_cents ?? null,
        announced_at: null,
        lease_token: sql`lease_token + 1`,
      })
      .where('id', '=', now.id)
      .execute();
    const about = { workspaceId: now.workspace_id, object: `order:${now.id}`, detail };
    await deps.audit.recorder('order.priceRose')(tx, about);
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
  if (raised && evaluation.state === 'waiting') await askForMore(deps, policy, order, near, evaluation);
  else if (raised && evaluation.problem === 'refusedByRule')
    await waitForPrice(deps, order, refused, 'a rule refuses so much at the price of now');
  else if (!isPriced(policy.document, parseIntent(order.intent), near))
    await waitForPrice(deps, order, missing, 'a signer has no price of now');
  else return true;
  return false;
}
