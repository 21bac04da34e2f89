import { hookDays, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import { createConsumer } from './consumer.ts';
import { attempt, deliverAll, placeOf } from './deliver.ts';
import type { WebHookDeps } from './deps.ts';
import * as endpoints from './endpoints.ts';
import { bodyOf, insertEvents, purge } from './events.ts';
import * as listed from './listed.ts';
import * as queries from './queries.ts';
import { insertSingle, noteSingle } from './queue.ts';
import { type ResendAsk, resend } from './resend.ts';

export type { WebHookDeps } from './deps.ts';
export type { KeyRow } from './queries.ts';
export type WebHookService = ReturnType<typeof createWebHook>;

const dayMs = 86_400_000;

/** Sends a test event now, once: it stands in no line, so nothing waits for it and it waits for nothing. @throws itemNotFound */
async function sendTest(deps: WebHookDeps, workspaceId: WorkspaceId, id: string, record: Recorder) {
  const { name } = await endpoints.endpointOf(deps, workspaceId, id);
  const place = await placeOf(deps, id);
  if (!place) throw refuse('itemNotFound', {});
  const now = deps.clock();
  const made = await inTransaction(deps.db, async (tx) => {
    const object = `test:${id}`;
    const event = {
      workspace_id: workspaceId,
      object,
      side: 'test',
      type: 'test.sent',
      status: 0,
      final: true,
    } as const;
    const [first] = await insertEvents(tx, [{ ...event, data: { side: 'test' }, created_at: now }], id);
    if (!first) throw new Error('a test event was not kept');
    await record(tx, { object: `webHook:${id}`, detail: { name } });
    return { event: first, delivery: await insertSingle(tx, id, first) };
  });
  const done = await attempt(deps, place, made.event, 1);
  await noteSingle(deps.db, made.delivery, done);
  if (done.error === '')
    await queries.noteHealth(deps.db, id, { failures: 0, lastError: '', lastOkAt: done.at, restUntil: now });
  return { notify_id: made.delivery, sent: done.error === '', code: done.code, ms: done.ms, error: done.error };
}

/** Endpoints with what waits for them and what signs for them. */
async function listEndpoints(deps: WebHookDeps, workspaceId: WorkspaceId) {
  const rows = await queries.findEndpoints(deps.db, workspaceId);
  const ids = rows.map(({ id }) => id);
  const [keys, waiting] = await Promise.all([
    queries.keysOf(deps.db, ids, deps.clock()),
    queries.waitingOf(deps.db, ids),
  ]);
  return rows.map((row) => ({
    row,
    keys: keys.filter(({ endpoint_id }) => endpoint_id === row.id),
    waiting: waiting.get(row.id) ?? 0,
  }));
}

/** Signed callbacks: what happened to orders and deposits, for the addresses that an owner named. */
export function createWebHook(deps: WebHookDeps) {
  return {
    consumer: createConsumer(deps),
    deliver: () => deliverAll(deps),
    purge: () => purge(deps.db, new Date(deps.clock().getTime() - hookDays * dayMs)),
    endpoints: (workspaceId: WorkspaceId) => listEndpoints(deps, workspaceId),
    save: (...ask: [WorkspaceId, Parameters<typeof endpoints.save>[2], Recorder]) => endpoints.save(deps, ...ask),
    rotate: (...ask: [WorkspaceId, { id: string; overlapHours: number }, Recorder]) => endpoints.rotate(deps, ...ask),
    setStatus: (...ask: [WorkspaceId, { id: string; on: boolean }, Recorder]) => endpoints.setStatus(deps, ...ask),
    remove: (...ask: [WorkspaceId, string, Recorder]) => endpoints.remove(deps, ...ask),
    test: (...ask: [WorkspaceId, string, Recorder]) => sendTest(deps, ...ask),
    resend: (...ask: [WorkspaceId, ResendAsk, Recorder]) => resend(deps, ...ask),
    deliveries: (workspaceId: WorkspaceId, ask: listed.ListAsk) => listed.findDeliveries(deps.db, workspaceId, ask),
    /** @throws itemNotFound for a delivery that the workspace does not have */
    async delivery(workspaceId: WorkspaceId, id: number) {
      const found = await listed.findDelivery(deps.db, workspaceId, id);
      if (!found) throw refuse('itemNotFound', {});
      const { row, event } = found;
      const attempts = await listed.findAttempts(deps.db, id);
      // As it was sent last, or will be first.
      return { row, body: bodyOf(event, Math.max(row.attempts, 1)), attempts };
    },
    /** Public keys of an endpoint, whoever asks; none where there is no such endpoint. */
    keys: (endpoint: string) => queries.keysOf(deps.db, [endpoint], deps.clock()),
  };
}
