import { todoType, type WorkspaceId } from '@holdfast/contract';
import { entryHash, readAttached } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import { type LogAsk, readProposalLog } from '../../proposals/log.ts';
import { type Decision, type Proposal, type Proposer, proposalStatus } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { BookDeps } from './deps.ts';
import * as queries from './queries.ts';

/** Changes of the entries and of the mode. */
const isBookItem = ({ item_type }: Proposal): boolean => item_type === todoType.addressBook;

const openStatuses = [proposalStatus.open, proposalStatus.applying] as const;

/** Changes of the entries and of the mode, newest first. */
export function listAudits(
  { proposals }: BookDeps,
  workspaceId: WorkspaceId,
  open: boolean,
  page: { readonly limit: number; readonly offset: number },
) {
  const statuses = open ? openStatuses : Object.values(proposalStatus);
  return proposals.list(workspaceId, { statuses, itemType: todoType.addressBook }, page);
}

/** What the audit log tells of changes of the entries and of the mode. */
export async function readLog({ db, policy }: BookDeps, workspaceId: WorkspaceId, ask: Omit<LogAsk, 'which'>) {
  const which = sql<boolean>`p.item_type = ${todoType.addressBook}`;
  return readProposalLog(db, workspaceId, (await policy()).document, { ...ask, which });
}

export async function findAudit({ proposals, db, mode }: BookDeps, workspaceId: WorkspaceId, id: number) {
  const found = await proposals.proposal(workspaceId, id);
  if (!isBookItem(found)) throw refuse('itemNotFound', {});
  const approvals = (await proposals.approvals([id])).get(id) ?? [];
  const known = new Map((await queries.listedEntries(db, workspaceId)).map((row) => [row.hash, row]));
  const { book, next } = readAttached(found.kind, found.document);
  const { add, remove, tokens } = book ?? { add: [], remove: [] };
  const effectiveAt = await mode.cooling();
  const listedFrom = (hash: string): Date | null => {
    const row = known.get(hash);
    return row ? effectiveAt(row.since) : null;
  };
  return {
    found,
    add: add.map((entry) => ({ ...entry, listedFrom: listedFrom(entryHash(entry)) })),
    tokens: tokens ?? { add: [], remove: [] },
    remove: remove.map((hash) => known.get(hash) ?? { hash, address: '', label: '' }),
    mode: next ? { ...next.book, waits: await mode.waitsOf(found) } : null,
    evaluation: await proposals.evaluation(found, approvals),
    decided: await proposals.decided([id]),
  };
}

/** The way to sign a decision about a change. @throws itemNotFound, intentExpired */
export const decideChange = (
  { proposals }: BookDeps,
  by: Proposer,
  id: number,
  decision: Decision,
  remark: string,
  record: Recorder,
) => proposals.openDecision(by, id, { decision, remark, of: isBookItem }, record);
