import type { WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import * as queries from './queries.ts';

/**
 * The server stops listening to the API clients of members who have just lost their membership (domain.md §7.20). It only denies; on again they come as any
 * API client does. Call it when somebody is taken out, not for whoever is out already: what the members switch on later stays on.
 */
export async function endApiClientsOf(
  tx: Tx,
  gone: readonly { readonly workspace_id: WorkspaceId; readonly member_id: string }[],
  record: Recorder,
): Promise<void> {
  for (const { workspace_id: workspaceId, member_id: member } of gone)
    for (const { app_id, name } of await queries.switchOffMadeBy(tx, workspaceId, member))
      await record(tx, { workspaceId, object: `program:${app_id}`, detail: { name, member } });
}
