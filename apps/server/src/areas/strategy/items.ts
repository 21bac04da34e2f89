import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { type LogAsk, readProposalLog } from '../../proposals/log.ts';
import { kindsWith, proposalStatus } from '../../proposals/service.ts';
import type { RulesDeps } from './deps.ts';
import type * as rules from './rules.ts';

export interface StrategyLogAsk extends Omit<LogAsk, 'which'> {
  readonly itemType: number | undefined;
  readonly part: rules.LogPart | undefined;
}

/** Proposals about one part of the rules, and those of several at once that touch it. Old ones do not say what they touch, and belong to each. */
function partFilter(part: rules.LogPart) {
  const own =
    part === 'basic' || part === 'workspace'
      ? sql<boolean>`p.subject->>'action' like ${`${part}%`}`
      : sql<boolean>`(p.subject->>'action' like 'higher%' and p.subject->>'type' = ${part})`;
  const touched = sql<boolean>`coalesce(${part} = any(string_to_array(p.subject->>'touched', ',')), true)`;
  return sql<boolean>`(${own} or (p.subject->>'action' in ('save', 'import') and ${touched}))`;
}

export async function findItem({ proposals }: RulesDeps, workspaceId: WorkspaceId, id: number) {
  const found = await proposals.proposal(workspaceId, id);
  const approvals = (await proposals.approvals([id])).get(id) ?? [];
  const [evaluation, decided] = await Promise.all([proposals.evaluation(found, approvals), proposals.decided([id])]);
  return { found, evaluation, decided };
}

/** Open proposals by item type. */
export async function countOpen(
  { db }: RulesDeps,
  workspaceId: WorkspaceId,
): Promise<{ item_type: number; open: number }[]> {
  const { rows } = await sql<{
    item_type: number;
    open: number;
  }>`select item_type, count(*)::int as open from proposals
    where workspace_id = ${workspaceId} and status in (${proposalStatus.open}, ${proposalStatus.applying}) group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/** What the audit log tells of proposals of other rules. */
export async function readLog(
  { db, policy }: RulesDeps,
  workspaceId: WorkspaceId,
  { itemType, part, ...ask }: StrategyLogAsk,
) {
  const ofType = itemType === undefined ? sql<boolean>`true` : sql<boolean>`p.item_type = ${itemType}`;
  const which = sql<boolean>`p.kind = any(${kindsWith('document')}::text[]) and ${ofType} and ${part ? partFilter(part) : sql<boolean>`true`}`;
  return readProposalLog(db, workspaceId, (await policy()).document, { ...ask, which });
}
