import type { WorkspaceId } from '@holdfast/contract';
import {
  type Approval,
  checkApproval,
  intentDigestHex,
  kindRecords,
  parseIntent,
  verifyApproval,
} from '@holdfast/policy';
import type { Recorder } from '../audit/service.ts';
import { inTransaction } from '../db/transaction.ts';
import { isFirstLook } from '../opened.ts';
import { refuse } from '../refuse.ts';
import type { ProposalDeps, Proposer } from './deps.ts';
import { createJudge } from './judge.ts';
import { proposalKinds } from './kinds/index.ts';
import { createProposing } from './propose.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';
import { tellDecision, tellEnd } from './told.ts';
import { approvalUrl, refusalUrl } from './ways.ts';

export type { ProposalDeps, Proposer } from './deps.ts';
export type { Presented } from './propose.ts';
export type { Proposal } from './queries.ts';
export { proposalStatus } from './states.ts';
export type { PolicyEdit } from './types.ts';
export type ProposalsService = ReturnType<typeof createProposals>;

export type Decision = 'approve' | 'refuse';
/** Decisions count while it is open; what waits once it is approved can be refused then too. The database says so as well. */
const takes = ({ kind, status }: queries.Proposal, { decision }: Approval): boolean =>
  status === proposalStatus.open ||
  (kindRecords[kind].waits &&
    decision === 'refuse' &&
    (status === proposalStatus.applying || status === proposalStatus.passed));

/** Changes of the rules and of the address book: making them, cancelling them, taking decisions. Carrying them out is `work.ts`. */
export function createProposals(deps: ProposalDeps, wake: () => void) {
  const { db, clock, notifier } = deps;
  const { judged, evaluation, underWay } = createJudge(deps);
  const proposing = createProposing(deps, { judged }, wake);

  /**
   * The way to sign a decision on something open; that it was asked for is recorded once, and with each remark, and nothing is decided.
   * @throws itemNotFound for what is not open or not of this kind, strategyRejected for rules that were refused, intentExpired
   */
  async function openDecision(
    by: Proposer,
    id: number,
    { decision, of, remark = '' }: { decision: Decision; of: (found: queries.Proposal) => boolean; remark?: string },
    record: Recorder,
  ) {
    const found = await proposal(by.workspaceId, id);
    if (!of(found)) throw refuse('itemNotFound', {});
    if (found.status === proposalStatus.refused) throw refuse(proposalKinds[found.kind].refusedAs, {});
    if (found.status !== proposalStatus.open) throw refuse('itemNotFound', {});
    if (found.expires_at <= clock()) throw refuse('intentExpired', {});
    const said = remark === '' ? {} : { after: { remark } };
    await inTransaction(db, async (tx) => {
      if (remark !== '') await queries.saidOf(tx, id, { member: by.memberId, decision, remark });
      const { digest } = found;
      const first = await isFirstLook(tx, { digest, member: by.memberId, decision });
      if (first || remark !== '') await record(tx, { object: `proposal:${id}`, detail: { decision, digest }, ...said });
    });
    const url = decision === 'refuse' ? refusalUrl(deps, found) : approvalUrl(deps, found);
    return { id, decision, url, digest: found.digest, expiresAt: found.expires_at };
  }

  async function proposal(workspaceId: WorkspaceId, id: number): Promise<queries.Proposal> {
    const found = await queries.findProposal(db, workspaceId, id);
    if (!found) throw refuse('itemNotFound', {});
    return found;
  }

  /** The initiator takes it back, as long as nobody has carried it out. */
  async function cancel(by: Proposer, id: number, record: Recorder): Promise<void> {
    await proposal(by.workspaceId, id);
    await inTransaction(db, async (tx) => {
      const now = await queries.lockProposal(tx, id);
      if (now?.status === proposalStatus.cancelled) return;
      if (now?.status !== proposalStatus.open || now.initiator !== by.memberId) throw refuse('orderNotCancellable', {});
      await queries.moveProposal(tx, id, proposalStatus.cancelled);
      await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}` });
    });
    notifier.changed(by.workspaceId, 'todo', id);
  }

  /**
   * Takes a decision that a signer's feed reported; it counts only by its own signature over exactly this intent. Repeating it changes nothing.
   * @returns whether anything was new; undefined when the intent is no proposal's
   */
  async function takeApproval(intentId: string, value: unknown): Promise<boolean | undefined> {
    const found = await queries.findProposalOfIntent(db, intentId);
    if (!found) return undefined;
    const approval = checkApproval(value);
    const policy = await deps.policy();
    if (approval.intent !== found.digest || intentDigestHex(parseIntent(found.intent)) !== found.digest) return false;
    if (!verifyApproval(policy.document, approval).ok) return false;
    const fresh = await inTransaction(db, async (tx) => {
      const now = await queries.lockProposal(tx, found.id);
      // It may have been asked for again meanwhile: a decision on the earlier words must not stand in the way of one on these.
      if (!now || now.digest !== approval.intent || !takes(now, approval)) return false;
      if (!(await queries.insertApproval(tx, now.id, approval))) return false;
      await tellDecision(tx, deps.audit, now, approval);
      const approvals = (await queries.findProposalApprovals(tx, [now.id])).get(now.id) ?? [];
      const { state, refusedBy = '' } = await evaluation(now, approvals);
      if (state === 'refused') {
        await queries.moveProposal(tx, now.id, proposalStatus.refused, { refused_by: refusedBy });
        await tellEnd(tx, deps.audit, now, proposalStatus.refused, { by: refusedBy });
      }
      if (state === 'satisfied' && now.status === proposalStatus.open)
        await queries.moveProposal(tx, now.id, proposalStatus.applying);
      return true;
    });
    if (fresh) {
      notifier.changed(found.workspace_id, 'todo', found.id);
      wake();
    }
    return fresh;
  }

  return {
    ...proposing,
    proposal,
    cancel,
    openDecision,
    evaluation,
    underWay,
    takeApproval,
    approvalUrl: (found: Pick<queries.Proposal, 'intent_id' | 'digest'>, signer?: number) =>
      approvalUrl(deps, found, signer),
    async list(
      workspaceId: WorkspaceId,
      which: queries.Which,
      page: { readonly limit: number; readonly offset: number },
    ) {
      const [rows, total] = await Promise.all([
        queries.listProposals(db, workspaceId, which, page),
        queries.countProposals(db, workspaceId, which),
      ]);
      return { rows, total };
    },
    approvals: (ids: readonly number[]) => queries.findProposalApprovals(db, ids),
    decided: (ids: readonly number[]) => queries.findDecided(db, ids),
    bookChanged: queries.wakeBookProposals,
    /** The rules of a version, when this server has seen them in force. */
    rulesOf: (version: string) => queries.findRules(db, version),
  };
}
