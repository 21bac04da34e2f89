import type { WorkspaceId } from '@holdfast/contract';
import { refuse } from '../../refuse.ts';
import type { ProgramDeps } from './deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

type Found = Awaited<ReturnType<typeof queries.listPrograms>>[number];

export async function findProgram({ db }: ProgramDeps, workspaceId: WorkspaceId, appId: string): Promise<Found> {
  const [found] = await queries.listPrograms(db, workspaceId, { appId });
  if (!found) throw refuse('programNotFound', {});
  return found;
}

export async function listPrograms({ db, policy }: ProgramDeps, workspaceId: WorkspaceId, ask: queries.ProgramsAsk) {
  const [found, { document }] = await Promise.all([queries.listPrograms(db, workspaceId, ask), policy()]);
  return found.map((row) => {
    const member = rules.findProgram(document, row.app_id);
    const maker = document.members.find(({ id }) => id === row.made_by);
    return { row, status: rules.statusOf(member, row), member, maker };
  });
}
