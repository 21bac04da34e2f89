import { randomUUID } from 'node:crypto';
import { type OrderId, orderStatus, type WorkspaceId } from '@holdfast/contract';
import type { Approval, Evaluation } from '@holdfast/policy';
import type { Recorder } from '../audit/service.ts';
import { inTransaction } from '../db/transaction.ts';
import { isFirstLook } from '../opened.ts';
import { refuse } from '../refuse.ts';
import { createAccept } from './accept.ts';
import { announceTo } from './announce.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { makeIntent } from './intent.ts';
import { judge } from './judge.ts';
import { orderKinds } from './kinds/index.ts';
import { addEvent, canRelease, lockOrder, type Order, releaseOrder } from './moves.ts';
import * as queries from './queries.ts';
import type { OrderRequest } from './request.ts';
import { statusOf } from './states.ts';

export type { CurrentPolicy, OrderDeps } from './deps.ts';
export { makeIntent } from './intent.ts';
export type { Order } from './moves.ts';
export type { OrderOutput, OrderRequest } from './request.ts';
export { totalOf } from './request.ts';

interface Cancel {
  readonly workspaceId: WorkspaceId;
  readonly id: OrderId;
  readonly member: string;
  /** Only what this member asked for. */
  readonly ownOnly?: boolean;
  readonly remark: string;
  readonly record: Recorder;
}
export interface Submitted {
  readonly id: OrderId;
  readonly status: number;
  readonly duplicated: boolean;
  readonly intentId: string;
  readonly digest: string;
}
export type Shortage = { readonly short: 'balance' | 'fee' };
export type OrdersService = ReturnType<typeof createOrders>;

/** By who asked for the payment, or by somebody else who may: the matrix of roles lets owners, admins and operators. */
const cancelled: ReadonlySet<string> = new Set(['cancelled_by_initiator', 'cancelled_by_member']);
const policyAgeMs = 1_000;

/** The policy, parsed at most once a second: signers compare the version themselves, so a moment's lag can only cost a refusal there. */
function remembered(deps: OrderDeps): { read: () => Promise<CurrentPolicy>; forget: () => void } {
  let last: { at: number; policy: Promise<CurrentPolicy> } | undefined;
  const read = async (): Promise<CurrentPolicy> => {
    const at = deps.clock().getTime();
    if (!last || Math.abs(at - last.at) > policyAgeMs) last = { at, policy: deps.policy() };
    try {
      return await last.policy;
    } catch (error) {
      last = undefined;
      throw error;
    }
  };
  const forget = (): void => {
    last = undefined;
  };
  return { read, forget };
}

/** Orders: taking them, cancelling them, and what is known about them. Moving them on is the workers' business (workers.ts). */
export function createOrders(deps: OrderDeps, wake: () => void) {
  const { db, clock, notifier } = deps;
  const accept = createAccept(db);
  const { read: policy, forget: forgetPolicy } = remembered(deps);

  /**
   * Order and hold, durable when this returns. The same request id and hash give the same order.
   * @param recorder of the call that asked for it
   * @throws duplicateRequest, invalidParameters for what no order of this kind can be made with
   */
  async function submit(request: OrderRequest, recorder: Recorder): Promise<Submitted | Shortage> {
    const { misfit, told } = orderKinds[request.kind];
    const field = misfit(request);
    if (field !== undefined) throw refuse('invalidParameters', { field });
    const intentId = randomUUID();
    const made = makeIntent(request, await policy(), intentId, clock(), deps.validForMs);
    const result = await accept({
      request,
      intentId,
      intent: made.text,
      digest: made.digest,
      expiresAt: made.expiresAt,
      audit: recorder.of({ detail: told(request), after: { intent: made.digest } }),
    });
    const { workspaceId, subWalletId, requestId, requestHash } = request;
    if (result.state === 'mismatch') throw refuse('duplicateRequest', {});
    if (result.state === 'short') return { short: result.of };
    if (result.state === 'repeated')
      return (await repeated(workspaceId, requestId, requestHash)) ?? { short: 'balance' };
    for (const [topic, id] of [
      ['order', result.id],
      ['todo', result.id],
      ['balance', subWalletId],
    ] as const)
      notifier.changed(workspaceId, topic, id);
    wake();
    return { id: result.id, status: result.status, duplicated: false, intentId, digest: made.digest };
  }

  /** The earlier order of a request id; undefined when there is none. @throws duplicateRequest for another body */
  async function repeated(workspaceId: WorkspaceId, requestId: string, hash: string): Promise<Submitted | undefined> {
    const row = await queries.findOrderOfRequest(db, workspaceId, requestId);
    if (!row) return undefined;
    if (row.request_hash !== hash) throw refuse('duplicateRequest', {});
    return { id: row.id, status: row.status, duplicated: true, intentId: row.intent_id, digest: row.digest };
  }

  async function order(workspaceId: WorkspaceId, id: OrderId): Promise<Order> {
    const found = await queries.findOrder(db, workspaceId, id);
    if (!found) throw refuse('orderNotFound', {});
    return found;
  }

  /** Ends an order nobody has started to sign; its hold is released in the same transaction. @throws orderNotFound, orderNotCancellable */
  async function cancel({ workspaceId, id, member, ownOnly = false, remark, record }: Cancel): Promise<number> {
    await order(workspaceId, id);
    const ended = await inTransaction(db, async (tx) => {
      const now = await lockOrder(tx, id);
      // A finished cancel said again is still cancelled.
      if (now?.status === orderStatus.rejected && cancelled.has(now.sub_status)) return now;
      if (!now || !canRelease(now) || now.plan !== null || (ownOnly && now.initiator !== member))
        throw refuse('orderNotCancellable', {});
      const sub = now.initiator === member ? 'cancelled_by_initiator' : 'cancelled_by_member';
      const move = { to: orderStatus.rejected, sub, actor: member };
      await releaseOrder(tx, now, { ...move, ...(remark === '' ? {} : { detail: { remark } }) }, true);
      await record(tx, { object: `order:${id}`, ...(remark === '' ? {} : { after: { remark } }) });
      return now;
    });
    notifier.changed(workspaceId, 'order', id);
    notifier.changed(workspaceId, 'todo', id);
    notifier.changed(workspaceId, 'balance', ended.sub_wallet_id);
    return orderStatus.rejected;
  }

  /** Where a signer shows this intent, and no other under its id, for approval; it leads back to the console. */
  function approvalUrl(intentId: string, digest: string, signer = 0): string {
    const origin = (deps.signers[signer] ?? deps.signers[0])?.origin ?? deps.origin;
    const query = new URLSearchParams({ digest, return: `${deps.origin}/mpc/center/todo` });
    return `${origin}/#/i/${intentId}?${query}`;
  }

  /** Shows the intent to the signers once more, should one have lost it, and gives the link. Decides nothing. */
  async function openApproval(
    workspaceId: WorkspaceId,
    id: OrderId,
    member: string,
    signer: number,
    record: Recorder,
  ): Promise<{ order: Order; url: string }> {
    const found = await order(workspaceId, id);
    if (found.status !== orderStatus.awaitingApproval) throw refuse('itemNotFound', {});
    if (found.expires_at <= clock()) throw refuse('intentExpired', {});
    await announceTo(deps, found);
    await inTransaction(db, async (tx) => {
      const opened = { to: statusOf(found.status), sub: 'approval_opened', actor: member };
      // The timeline says once that a member looked, the log once for each intent of the order.
      if (!(await queries.hasEvent(tx, id, opened))) await addEvent(tx, id, opened);
      const { digest } = found;
      if (await isFirstLook(tx, { digest, member, decision: 'approve' }))
        await record(tx, { object: `order:${id}`, detail: { digest } });
    });
    return { order: found, url: approvalUrl(found.intent_id, found.digest, signer) };
  }

  return {
    submit,
    repeated,
    order,
    cancel,
    approvalUrl,
    openApproval,
    policy,
    events: (id: OrderId) => queries.findEvents(db, id),
    approvals: (ids: readonly OrderId[]) => queries.findApprovals(db, ids),
    decided: (ids: readonly OrderId[]) => queries.findDecided(db, ids),
    /** What the rules in force say of an order with the decisions it has. */
    evaluation: async (found: Pick<Order, 'intent' | 'quotes'>, approvals: readonly Approval[]): Promise<Evaluation> =>
      judge(deps, await policy(), found, approvals),
    quotes: deps.quotes,
    /** Other rules may be in force now. */
    forgetPolicy,
  };
}
