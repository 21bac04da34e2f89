import type { WorkspaceId } from '@holdfast/contract';
import { refuse } from '../../refuse.ts';
import type { ApiClientDeps } from './deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

type Found = Awaited<ReturnType<typeof queries.listApiClients>>[number];

export async function findApiClient({ db }: ApiClientDeps, workspaceId: WorkspaceId, appId: string): Promise<Found> {
  const [found] = await queries.listApiClients(db, workspaceId, { appId });
  if (!found) throw refuse('apiClientNotFound', {});
  return found;
}

export async function listApiClients(
  { db, policy }: ApiClientDeps,
  workspaceId: WorkspaceId,
  ask: queries.ApiClientsAsk,
) {
  const [found, { document }] = await Promise.all([queries.listApiClients(db, workspaceId, ask), policy()]);
  return found.map((row) => {
    const member = rules.findApiClient(document, row.app_id);
    const maker = document.members.find(({ id }) => id === row.made_by);
    return { row, status: rules.statusOf(member, row), member, maker };
  });
}
