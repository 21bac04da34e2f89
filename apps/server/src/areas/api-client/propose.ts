import { todoType } from '@holdfast/contract';
import { PolicyError } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import type { PolicyEdit, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { ApiClientDeps } from './deps.ts';
import * as queries from './queries.ts';

/** Proposes other rules, with what the server keeps beside them in the same transaction. @throws rulesUnsound, nothingChanges */
export async function proposeChange(
  { proposals }: ApiClientDeps,
  by: Proposer,
  appId: string,
  shown: { readonly action: string; readonly name: string; readonly remark: string },
  edit: PolicyEdit,
  keep: (tx: Tx, proposalId: number) => Promise<unknown>,
  record: Recorder,
) {
  const { action, name, remark } = shown;
  const keepAll = async (tx: Tx, id: number): Promise<void> => {
    await keep(tx, id);
    const detail = { action, name, proposal: String(id) };
    await record(tx, { workspaceId: by.workspaceId, object: `program:${appId}`, detail });
  };
  try {
    const presented = { itemType: todoType.apiClient, subject: { action, name }, remark, keep: keepAll };
    return await proposals.proposePolicy(by, edit, presented);
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('rulesUnsound', { problem: error.message });
    throw error;
  }
}

/** One change of an API client waits for the members at a time; switching off waits for nothing. @throws stillProcessing */
export const keepAlone = (appId: string, values: (id: number) => queries.Changed) => async (tx: Tx, id: number) => {
  if (await queries.lockPending(tx, appId)) throw refuse('stillProcessing', {});
  await queries.changeApiClient(tx, appId, values(id));
};
