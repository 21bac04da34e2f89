import { randomUUID } from 'node:crypto';
import type { OrderId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../audit/service.ts';
import { refuse } from '../refuse.ts';
import { makeIntent } from './intent.ts';
import { orderKinds } from './kinds/index.ts';
import type { OrderParts } from './parts.ts';
import type { OrderKind, OrderRequest } from './request.ts';

export interface Submitted {
  readonly id: OrderId;
  readonly status: number;
  readonly duplicated: boolean;
  readonly intentId: string;
  readonly digest: string;
}

export type Shortage = { readonly short: 'balance' | 'fee' };

/**
 * Order and hold, durable when this returns. The same request id and hash give the same order.
 * @param recorder of the call that asked for it
 * @throws duplicateRequest, attemptUnderWay, notUnderWay, depositRefunded, batchSubmitted, outputTaken, invalidParameters for what no order of this kind can be made with
 */
export async function submitOrder(
  deps: OrderParts,
  request: OrderRequest,
  recorder: Recorder,
): Promise<Submitted | Shortage> {
  const { misfit, told } = orderKinds[request.kind];
  const field = misfit(request);
  if (field !== undefined) throw refuse('invalidParameters', { field });
  const intentId = randomUUID();
  const policy = await deps.readPolicy();
  const made = makeIntent(request, policy, intentId, deps.clock(), deps.validForMs);
  const asks = policy.document.members.find(({ id }) => id === request.initiator);
  const result = await deps.accept({
    request,
    intentId,
    intent: made.text,
    digest: made.digest,
    expiresAt: made.expiresAt,
    source: asks?.role === 'api' ? 2 : 3,
    audit: recorder.of({ detail: told(request), after: { intent: made.digest } }),
  });
  const { workspaceId, subWalletId, kind, requestId, requestHash } = request;
  if (result.state === 'mismatch') throw refuse('duplicateRequest', {});
  if (result.state === 'attempt') throw refuse('attemptUnderWay', {});
  if (result.state === 'over') throw refuse('notUnderWay', {});
  if (result.state === 'refunded') throw refuse('depositRefunded', {});
  if (result.state === 'batched') throw refuse('batchSubmitted', {});
  if (result.state === 'outputTaken') throw refuse('outputTaken', {});
  if (result.state === 'short') return { short: result.of };
  if (result.state === 'repeated')
    return (await findRepeated(deps, workspaceId, kind, requestId, requestHash)) ?? { short: 'balance' };
  for (const [topic, id] of [
    ['order', result.id],
    ['todo', result.id],
    ['balance', subWalletId],
  ] as const)
    deps.notifier.changed(workspaceId, topic, id);
  deps.wake('announce');
  return { id: result.id, status: result.status, duplicated: false, intentId, digest: made.digest };
}

/** The earlier order of a request id; undefined when there is none. @throws duplicateRequest for another body */
export async function findRepeated(
  { requested }: OrderParts,
  workspaceId: WorkspaceId,
  kind: OrderKind,
  requestId: string,
  hash: string,
): Promise<Submitted | undefined> {
  const row = await requested({ workspaceId, kind, requestId });
  if (!row) return undefined;
  if (row.request_hash !== hash) throw refuse('duplicateRequest', {});
  return { id: row.id, status: row.status, duplicated: true, intentId: row.intent_id, digest: row.digest };
}
