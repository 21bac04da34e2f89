import type { OrderId, WorkspaceId } from '@holdfast/contract';
import type { Approval } from '@holdfast/policy';
import type { PageChoice } from '../approval-link.ts';
import type { Recorder } from '../audit/service.ts';
import { gathered } from '../db/gathering.ts';
import type { OrderQuotes } from '../rules/facts.ts';
import { createAccept } from './accept.ts';
import { findAttempts } from './attempts.ts';
import { findRows } from './batches.ts';
import { giveWay } from './bumps.ts';
import { type Cancel, cancelOrder } from './cancel.ts';
import type { OrderDeps } from './deps.ts';
import { findOrder } from './find.ts';
import { boundsOf, type Judged, judgeToTell, roomOf } from './judge.ts';
import type { Order } from './moves.ts';
import { approvalUrlOf, openApproval } from './open-approval.ts';
import type { OrderParts } from './parts.ts';
import * as queries from './queries.ts';
import { remembered } from './remembered.ts';
import type { OrderKind, OrderRequest } from './request.ts';
import { findRepeated, submitOrder } from './submit.ts';

export { signedOf } from './attempts.ts';
export { bumpsOver } from './bumps.ts';
export type { CurrentPolicy, OrderDeps } from './deps.ts';
export { draftIntent, makeIntent } from './intent.ts';
export type { Judged } from './judge.ts';
export { createKeys } from './keys.ts';
export { brc20CallOf } from './kinds/brc20.ts';
export {
  allowingKinds,
  attemptedBy,
  callingKinds,
  dropsPayment,
  isAgain,
  isBumped,
  kindsListed,
  kindsThat,
  mayReplace,
  orderKindOf,
  takenOf,
} from './kinds/index.ts';
export type { Attempting } from './kinds/kind.ts';
export type { Order } from './moves.ts';
export type { AttemptKind, OrderKind, OrderOutflow, OrderOutput, OrderRequest, StakeKind } from './request.ts';
export { type Changes, changesOf, nftChangesOf, nftOf, type SimulatedCall, simulateCall } from './simulate.ts';
export { holding } from './states.ts';
export type { Shortage, Submitted } from './submit.ts';
export { attemptToldOf, stakeToldOf } from './told.ts';

export type OrdersService = ReturnType<typeof createOrders>;

/** Orders: taking them, cancelling them, and what is known about them. Moving them on is the workers' business (workers.ts). */
export function createOrders(ports: OrderDeps, wake: (work?: string) => void) {
  const requested = gathered((names: readonly queries.RequestName[]) => queries.findOrdersOfRequests(ports.db, names));
  const deps: OrderParts = { ...ports, ...remembered(ports), accept: createAccept(ports.db), requested, wake };
  return {
    submit: (request: OrderRequest, recorder: Recorder) => submitOrder(deps, request, recorder),
    repeated: (workspaceId: WorkspaceId, kind: OrderKind, requestId: string, hash: string) =>
      findRepeated(deps, workspaceId, kind, requestId, hash),
    order: (workspaceId: WorkspaceId, id: OrderId) => findOrder(deps, workspaceId, id),
    cancel: (asked: Cancel) => cancelOrder(deps, asked),
    rowsOf: (id: OrderId) => findRows(deps.db, id),
    approvalUrl: (intentId: string, digest: string, choice: PageChoice) =>
      approvalUrlOf(deps, intentId, digest, choice),
    openApproval: (workspaceId: WorkspaceId, id: OrderId, member: string, signer: number, record: Recorder) =>
      openApproval(deps, workspaceId, id, member, signer, record),
    policy: deps.readPolicy,
    /** What a rule began to send once more, and nobody has signed yet, ends: a person asks for something else in its place. */
    giveWay: (id: OrderId) => giveWay(deps, id),
    /** The orders that take a payment's place. */
    attempts: (id: OrderId) => findAttempts(deps.db, id),
    events: (id: OrderId) => queries.findEvents(deps.db, id),
    approvals: (ids: readonly OrderId[]) => queries.findApprovals(deps.db, ids),
    decided: (ids: readonly OrderId[]) => queries.findDecided(deps.db, ids),
    /** What the rules in force say of an order with the decisions it has. */
    evaluation: async (
      found: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes,
      approvals: readonly Approval[],
    ): Promise<Judged> => judgeToTell(deps, await deps.readPolicy(), found, approvals),
    room: async (found: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes) =>
      roomOf(deps, await deps.readPolicy(), found),
    bounds: async (found: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes) =>
      boundsOf(deps, await deps.readPolicy(), found),
    quotes: deps.quotes,
    forgetPolicy: deps.forgetPolicy,
  };
}
