import { type OrderId, orderStatus } from '@holdfast/contract';
import {
  type Approval,
  checkApproval,
  intentDigestHex,
  parseIntent,
  type Rule,
  verifyApproval,
} from '@holdfast/policy';
import { theSystem } from '../audit/service.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { OrderDeps } from './deps.ts';
import { judge } from './judge.ts';
import { addEvent, lockOrder, moveOrder, type Order, releaseOrder } from './moves.ts';
import { findApprovals, findOrderOfIntent } from './queries.ts';
import { statusOf } from './states.ts';

async function store(tx: Tx, id: OrderId, approval: Approval): Promise<boolean> {
  const row = await tx
    .insertInto('order_approvals')
    .values({ order_id: id, member: approval.member, decision: approval.decision, approval: JSON.stringify(approval) })
    .onConflict((oc) => oc.doNothing())
    .returning('member')
    .executeTakeFirst();
  return row !== undefined;
}

/** How the timeline names a rule: as people named it, else by its kind and place. */
const ruleText = (rule: Rule | undefined): string => (rule ? rule.name || `${rule.level} ${rule.id}` : '');

/** Moves an order as far as the decisions on it carry. */
async function decide(tx: Tx, deps: OrderDeps, order: Order): Promise<void> {
  const policy = await deps.policy();
  const approvals = (await findApprovals(tx, [order.id])).get(order.id) ?? [];
  const { state, refusedBy, rule, problem } = await judge({ ...deps, db: tx }, policy, order, approvals);
  if (state === 'refused')
    await releaseOrder(
      tx,
      order,
      { to: orderStatus.approvalRefused, sub: 'refused', actor: refusedBy ?? 'system' },
      order.admitted_at === null,
    );
  else if (state === 'unsatisfiable') {
    // No further decision helps, so what it holds is not held until it expires.
    const detail = { reason: problem ?? '' };
    await releaseOrder(
      tx,
      order,
      { to: orderStatus.systemRejected, sub: 'rules_changed', actor: 'system', detail },
      true,
    );
    await deps.audit.recorder('order.refused')(tx, {
      workspaceId: order.workspace_id,
      object: `order:${order.id}`,
      detail,
    });
  } else if (state === 'satisfied')
    await moveOrder(tx, order, {
      to: orderStatus.awaitingSignature,
      sub: 'approved',
      actor: 'system',
      detail: { rule: ruleText(rule), policy: `${policy.document.id} v${policy.document.version}` },
    });
}

const recordDecision = (
  tx: Tx,
  { audit }: OrderDeps,
  order: Order,
  { member, credential, decision, intent }: Approval,
) =>
  audit.recorder('decision.received', { ...theSystem, actor: `member:${member}`, key: credential })(tx, {
    workspaceId: order.workspace_id,
    object: `order:${order.id}`,
    detail: { decision, intent },
  });

/**
 * Takes a decision that a signer's feed reported. It counts only if its signature holds over exactly this order's intent: neither the feed nor
 * we can make one. Taking the same decision again changes nothing. Returns whether anything was new.
 */
export async function takeApproval(deps: OrderDeps, intentId: string, value: unknown): Promise<boolean> {
  const approval = checkApproval(value);
  const found = await findOrderOfIntent(deps.db, intentId);
  if (!found || approval.intent !== found.digest || intentDigestHex(parseIntent(found.intent)) !== found.digest)
    return false;
  const verdict = verifyApproval((await deps.policy()).document, approval);
  if (!verdict.ok) {
    deps.log.warn({ order: found.id, member: approval.member, reason: verdict.reason }, 'a decision does not hold');
    return false;
  }
  const fresh = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, found.id);
    // It may have been asked for again meanwhile: a decision on the earlier intent must not stand in the way of one on this.
    if (order?.status !== orderStatus.awaitingApproval || order.digest !== approval.intent) return false;
    if (!(await store(tx, order.id, approval))) return false;
    await addEvent(tx, order.id, { to: statusOf(order.status), sub: approval.decision, actor: approval.member });
    await recordDecision(tx, deps, order, approval);
    await decide(tx, deps, order);
    return true;
  });
  if (fresh) {
    deps.notifier.changed(found.workspace_id, 'order', found.id);
    deps.notifier.changed(found.workspace_id, 'todo', found.id);
    deps.notifier.changed(found.workspace_id, 'balance', found.sub_wallet_id);
  }
  return fresh;
}
