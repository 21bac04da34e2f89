import type { CallAlertId, UserId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import type { Proposer } from '../../proposals/service.ts';
import * as alerts from './alerts.ts';
import { listApiClients } from './api-clients.ts';
import { saveApiClient } from './changes.ts';
import type { ApiClientDeps, Ask } from './deps.ts';
import * as queries from './queries.ts';
import { switchOff, switchOn } from './switch.ts';

export { createCalls as createApiClientCalls } from './calls.ts';
export type { ApiClientDeps } from './deps.ts';
export { endApiClientsOf } from './end.ts';

export type ApiClientService = ReturnType<typeof createApiClient>;

/** API clients: who they are to the signers, by proposals under the rule `api`; and from where and until when the server listens to them. */
export function createApiClient(deps: ApiClientDeps) {
  return {
    list: (workspaceId: WorkspaceId, ask: queries.ApiClientsAsk) => listApiClients(deps, workspaceId, ask),
    save: (by: Proposer, appId: string | undefined, ask: Ask, record: Recorder) =>
      saveApiClient(deps, by, appId, ask, record),
    saveStatus: (by: Proposer, appId: string, on: boolean, remark: string, record: Recorder) =>
      on ? switchOn(deps, by, appId, remark, record) : switchOff(deps, by, appId, remark, record),
    calls: (workspaceId: WorkspaceId, ask: Parameters<typeof queries.listCalls>[2]) =>
      queries.listCalls(deps.db, workspaceId, ask),
    callsBelow: (workspaceId: WorkspaceId, ask: queries.CallsAsk, below: number, size: number) =>
      queries.callsBelow(deps.db, workspaceId, ask, below, size),
    countCalls: (workspaceId: WorkspaceId, ask: queries.CallsAsk) => queries.countCalls(deps.db, workspaceId, ask),
    alerts: (workspaceId: WorkspaceId, userId: UserId) => alerts.findAlerts(deps.db, workspaceId, userId, deps.clock()),
    acknowledge: (workspaceId: WorkspaceId, id: CallAlertId, record: Recorder) =>
      alerts.acknowledge(deps.db, workspaceId, id, record),
    /** A change of the rules is in force. */
    passed: (tx: Tx, { id }: { readonly id: number }) => queries.switchOn(tx, id),
  };
}
