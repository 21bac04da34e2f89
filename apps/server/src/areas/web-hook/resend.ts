import { mostResent, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import type { WebHookDeps } from './deps.ts';
import { endpointOf } from './endpoints.ts';
import * as listed from './listed.ts';

export interface ResendAsk {
  readonly ids: readonly number[];
  readonly range: listed.RangeAsk | undefined;
}

/** Exactly one of the ways to say what. @throws invalidParameters */
function checkAsk({ ids, range }: ResendAsk): void {
  if (ids.length > 0 && range) throw refuse('invalidParameters', { field: 'range' });
  if (ids.length === 0 && !range) throw refuse('invalidParameters', { field: 'notify_id' });
}

/** Puts deliveries in line again. @throws invalidParameters, itemNotFound where none of them is there, tooManyRows */
export async function resend(
  deps: WebHookDeps,
  workspaceId: WorkspaceId,
  ask: ResendAsk,
  record: Recorder,
): Promise<number> {
  checkAsk(ask);
  const { ids, range } = ask;
  const endpoint = range && (await endpointOf(deps, workspaceId, range.endpointId));
  const now = deps.clock();
  return inTransaction(deps.db, async (tx) => {
    if (!range || !endpoint) {
      const queued = await listed.resendSome(tx, workspaceId, ids, now);
      if (queued === 0) throw refuse('itemNotFound', {});
      await record(tx, {
        object: 'webHook:',
        detail: { deliveries: ids.slice(0, 20).join(','), queued: String(queued) },
      });
      return queued;
    }
    if ((await listed.countRange(tx, workspaceId, range, mostResent)) > mostResent)
      throw refuse('tooManyRows', { max: mostResent });
    const put = range.failedOnly ? listed.resendFailed : listed.resendAll;
    const queued = await put(tx, workspaceId, range, now);
    const detail = {
      name: endpoint.name,
      from: range.start.toISOString(),
      to: range.end.toISOString(),
      queued: String(queued),
    };
    await record(tx, { object: `webHook:${endpoint.id}`, detail });
    return queued;
  });
}
