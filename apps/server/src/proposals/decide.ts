import {
  type Approval,
  checkApproval,
  intentDigestHex,
  kindRecords,
  parseIntent,
  verifyApproval,
} from '@holdfast/policy';
import { isFirstLook, pageOfDecision } from '../approval-link.ts';
import type { Recorder } from '../audit/service.ts';
import { inTransaction } from '../db/transaction.ts';
import { refuse } from '../refuse.ts';
import { approvalUrl, refusalUrl } from './approval-urls.ts';
import { recordDecision, recordEnd } from './audit.ts';
import type { Proposer } from './deps.ts';
import { findProposal } from './find.ts';
import { proposalKinds } from './kinds/index.ts';
import type { ProposalParts } from './parts.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';

export type Decision = 'approve' | 'refuse';

/** Decisions count while it is open; what waits once it is approved can be refused then too. The database says so as well. */
const takes = ({ kind, status }: queries.Proposal, { decision }: Approval): boolean =>
  status === proposalStatus.open ||
  (kindRecords[kind].waits &&
    decision === 'refuse' &&
    (status === proposalStatus.applying || status === proposalStatus.passed));

/** The way to this member's decision, by what the rules in force say with the decisions there are. */
async function approvalLinkOf(deps: ProposalParts, found: queries.Proposal, member: string, decision: Decision) {
  const { document: policy } = await deps.policy();
  if (decision === 'refuse') return refusalUrl(deps, found, { policy, member });
  const approvals = (await queries.findProposalApprovals(deps.db, [found.id])).get(found.id) ?? [];
  return approvalUrl(deps, found, { policy, member, evaluation: await deps.evaluation(found, approvals) });
}

/**
 * The way to sign a decision on something open; that it was asked for is recorded once, and with each remark, and nothing is decided.
 * @throws itemNotFound for what is not open or not of this kind, strategyRejected for rules that were refused, intentExpired
 */
export async function openDecision(
  deps: ProposalParts,
  by: Proposer,
  id: number,
  { decision, of, remark = '' }: { decision: Decision; of: (found: queries.Proposal) => boolean; remark?: string },
  record: Recorder,
) {
  const found = await findProposal(deps, by.workspaceId, id);
  if (!of(found)) throw refuse('itemNotFound', {});
  if (found.status === proposalStatus.refused) throw refuse(proposalKinds[found.kind].refusedAs, {});
  if (found.status !== proposalStatus.open) throw refuse('itemNotFound', {});
  if (found.expires_at <= deps.clock()) throw refuse('intentExpired', {});
  const said = remark === '' ? {} : { after: { remark } };
  await inTransaction(deps.db, async (tx) => {
    if (remark !== '') await queries.saidOf(tx, id, { member: by.memberId, decision, remark });
    const { digest } = found;
    const first = await isFirstLook(tx, { digest, member: by.memberId, decision });
    if (first || remark !== '') await record(tx, { object: `proposal:${id}`, detail: { decision, digest }, ...said });
  });
  const url = await approvalLinkOf(deps, found, by.memberId, decision);
  return { id, decision, url, digest: found.digest, expiresAt: found.expires_at };
}

/**
 * Takes a decision that a signer's feed reported; it counts only by its own signature over exactly this intent. Repeating it changes nothing.
 * @returns whether anything was new; undefined when the intent is no proposal's
 */
export async function takeApproval(
  deps: ProposalParts,
  intentId: string,
  value: unknown,
): Promise<boolean | undefined> {
  const found = await queries.findProposalOfIntent(deps.db, intentId);
  if (!found) return undefined;
  const approval = checkApproval(value);
  const policy = await deps.policy();
  if (approval.intent !== found.digest || intentDigestHex(parseIntent(found.intent)) !== found.digest) return false;
  if (!verifyApproval(policy.document, approval).ok) return false;
  const fresh = await inTransaction(deps.db, async (tx) => {
    const now = await queries.lockProposal(tx, found.id);
    // It may have been asked for again meanwhile: a decision on the earlier words must not stand in the way of one on these.
    if (!now || now.digest !== approval.intent || !takes(now, approval)) return false;
    if (!(await queries.insertApproval(tx, now.id, approval, pageOfDecision(policy.document, approval)))) return false;
    await recordDecision(tx, deps.audit, now, approval);
    const approvals = (await queries.findProposalApprovals(tx, [now.id])).get(now.id) ?? [];
    const { state, refusedBy = '' } = await deps.evaluation(now, approvals);
    if (state === 'refused') {
      await queries.moveProposal(tx, now.id, proposalStatus.refused, { refused_by: refusedBy });
      await recordEnd(tx, deps.audit, now, proposalStatus.refused, { by: refusedBy });
    }
    if (state === 'satisfied' && now.status === proposalStatus.open)
      await queries.moveProposal(tx, now.id, proposalStatus.applying);
    return true;
  });
  if (fresh) {
    deps.notifier.changed(found.workspace_id, 'todo', found.id);
    deps.wake();
  }
  return fresh;
}
