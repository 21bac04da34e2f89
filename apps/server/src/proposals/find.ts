import type { WorkspaceId } from '@holdfast/contract';
import { refuse } from '../refuse.ts';
import type { ProposalParts } from './parts.ts';
import * as queries from './queries.ts';

export async function findProposal(
  { db }: ProposalParts,
  workspaceId: WorkspaceId,
  id: number,
): Promise<queries.Proposal> {
  const found = await queries.findProposal(db, workspaceId, id);
  if (!found) throw refuse('itemNotFound', {});
  return found;
}

export async function listProposals(
  { db }: ProposalParts,
  workspaceId: WorkspaceId,
  which: queries.Which,
  page: { readonly limit: number; readonly offset: number },
) {
  const [rows, total] = await Promise.all([
    queries.listProposals(db, workspaceId, which, page),
    queries.countProposals(db, workspaceId, which),
  ]);
  return { rows, total };
}
