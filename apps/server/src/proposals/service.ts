import type { WorkspaceId } from '@holdfast/contract';
import type { PageChoice } from '../approval-link.ts';
import type { Recorder } from '../audit/service.ts';
import type { Tx } from '../db/database.ts';
import { approvalUrl } from './approval-urls.ts';
import { cancelProposal } from './cancel.ts';
import { type Decision, openDecision, takeApproval } from './decide.ts';
import type { ProposalDeps, Proposer } from './deps.ts';
import { findProposal, listProposals } from './find.ts';
import { createJudge } from './judge.ts';
import { kindsWith } from './kinds/index.ts';
import type { ProposalParts } from './parts.ts';
import { createProposing } from './propose.ts';
import * as queries from './queries.ts';
import { overtakerOf, rivalsOf } from './rivals.ts';

export type { Decision } from './decide.ts';
export type { ProposalDeps, Proposer } from './deps.ts';
export { carriedBy, changesRules, kindsWith } from './kinds/index.ts';
export type { Presented } from './propose.ts';
export type { Proposal } from './queries.ts';
export { proposalStatus } from './states.ts';
export type { PolicyEdit } from './types.ts';

export type ProposalsService = ReturnType<typeof createProposals>;

/** Changes of the rules and of the address book: making them, cancelling them, taking decisions. Carrying them out is `work.ts`. */
export function createProposals(ports: ProposalDeps, wake: () => void) {
  const deps: ProposalParts = { ...ports, ...createJudge(ports), wake };
  return {
    ...createProposing(deps),
    proposal: (workspaceId: WorkspaceId, id: number) => findProposal(deps, workspaceId, id),
    cancel: (by: Proposer, id: number, record: Recorder) => cancelProposal(deps, by, id, record),
    openDecision: (
      by: Proposer,
      id: number,
      asked: { decision: Decision; of: (found: queries.Proposal) => boolean; remark?: string },
      record: Recorder,
    ) => openDecision(deps, by, id, asked, record),
    rivals: (found: queries.Proposal) => rivalsOf(deps, found),
    overtaker: (found: queries.Proposal) => overtakerOf(deps, found),
    evaluation: deps.evaluation,
    underWay: deps.underWay,
    takeApproval: (intentId: string, value: unknown) => takeApproval(deps, intentId, value),
    approvalUrl: (found: Pick<queries.Proposal, 'intent_id' | 'digest'>, choice: PageChoice) =>
      approvalUrl(deps, found, choice),
    list: (workspaceId: WorkspaceId, which: queries.Which, page: { readonly limit: number; readonly offset: number }) =>
      listProposals(deps, workspaceId, which, page),
    approvals: (ids: readonly number[]) => queries.findProposalApprovals(deps.db, ids),
    decided: (ids: readonly number[]) => queries.findDecided(deps.db, ids),
    bookChanged: (tx: Tx, workspaceId: WorkspaceId) => queries.wakeOpen(tx, workspaceId, kindsWith('book')),
    /** The rules of a version, when this server has seen them in force. */
    rulesOf: (version: string) => queries.findRules(deps.db, version),
  };
}
