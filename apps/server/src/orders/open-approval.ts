import { setTimeout as sleep } from 'node:timers/promises';
import { type OrderId, orderStatus, type WorkspaceId } from '@holdfast/contract';
import { isFirstLook, originFor, type PageChoice } from '../approval-link.ts';
import type { Recorder } from '../audit/service.ts';
import { inTransaction } from '../db/transaction.ts';
import { refuse } from '../refuse.ts';
import { findOrder } from './find.ts';
import { handOver } from './hand-over.ts';
import { judge } from './judge.ts';
import { addEvent, type Order } from './moves.ts';
import type { OrderParts } from './parts.ts';
import * as queries from './queries.ts';
import { showToSigners } from './show.ts';
import { statusOf } from './states.ts';

/** Where a signer shows this intent, and no other under its id, for approval; it leads back to the console. */
export function approvalUrlOf(deps: OrderParts, intentId: string, digest: string, choice: PageChoice): string {
  const query = new URLSearchParams({ digest, return: `${deps.origin}/mpc/center/todo` });
  return `${originFor(deps, choice)}/#/i/${intentId}?${query}`;
}

/** The page of the signer that was asked for, else the one for this member that the decisions so far leave. */
async function pageChoiceOf(deps: OrderParts, order: Order, member: string, signer: number): Promise<PageChoice> {
  if (signer > 0) return signer - 1;
  const [policy, approvals] = [await deps.readPolicy(), await queries.findApprovals(deps.db, [order.id])];
  const evaluation = await judge(deps, policy, order, approvals.get(order.id) ?? []);
  return { policy: policy.document, member, evaluation };
}

/** How long whoever wants to sign waits for signers that may know all of it already: one that hangs is told all the same, and nobody waits for that. */
const showMs = 700;

/** The intent, and what was decided on it, should a signer have lost or missed it. */
async function tellSigners(deps: OrderParts, order: Order): Promise<void> {
  await showToSigners(deps, order);
  await handOver(deps, [order.intent_id]);
}

/**
 * Tells the signers of the intent once more, and gives the link. Decides nothing.
 * @param signer its place, from 1; 0 for the page that is needed next
 */
export async function openApproval(
  deps: OrderParts,
  workspaceId: WorkspaceId,
  id: OrderId,
  member: string,
  signer: number,
  record: Recorder,
): Promise<{ order: Order; url: string }> {
  const found = await findOrder(deps, workspaceId, id);
  if (found.status !== orderStatus.awaitingApproval) throw refuse('itemNotFound', {});
  if (found.expires_at <= deps.clock()) throw refuse('intentExpired', {});
  await Promise.race([tellSigners(deps, found), sleep(showMs, undefined, { ref: false })]);
  await inTransaction(deps.db, async (tx) => {
    const opened = { to: statusOf(found.status), sub: 'approval_opened', actor: member };
    // The timeline says once that a member looked, the log once for each intent of the order.
    if (!(await queries.hasEvent(tx, id, opened))) await addEvent(tx, id, opened);
    const { digest } = found;
    if (await isFirstLook(tx, { digest, member, decision: 'approve' }))
      await record(tx, { object: `order:${id}`, detail: { digest } });
  });
  return {
    order: found,
    url: approvalUrlOf(deps, found.intent_id, found.digest, await pageChoiceOf(deps, found, member, signer)),
  };
}
