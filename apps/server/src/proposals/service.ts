import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '@holdfast/contract';
import {
  type Approval,
  type Attached,
  type BookChange,
  canonicalText,
  checkApproval,
  checkPolicyChange,
  type Evaluation,
  evaluate,
  intentDigestHex,
  type KeyExportRequest,
  mayInitiate,
  nothingKnown,
  type PolicyDocument,
  parseBookChange,
  parseIntent,
  parsePolicy,
  policyHash,
  unfreezeRequest,
  verifyApproval,
  wholeKeyRequest,
} from '@holdfast/policy';
import type { Recorder } from '../audit/service.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CurrentPolicy } from '../orders/deps.ts';
import { refuse } from '../refuse.ts';
import type { ProposalDeps, Proposer } from './deps.ts';
import { type DocumentIntent, makeDocumentIntent } from './intent.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';
import { tellDecision, tellEnd } from './told.ts';
import type { PolicyEdit } from './types.ts';

export type { ProposalDeps, Proposer } from './deps.ts';
export type { Proposal } from './queries.ts';
export { proposalStatus } from './states.ts';
export type { PolicyEdit } from './types.ts';
export type ProposalsService = ReturnType<typeof createProposals>;

export type Decision = 'approve' | 'refuse';
/** What people see a proposal as: its kind in their list, and the few facts its area shows of it. */
export interface Presented {
  readonly itemType: number;
  readonly subject: Readonly<Record<string, string>>;
  readonly remark: string;
  /** What its area keeps with it, in the transaction that makes it; nothing else than the database may be touched. */
  readonly keep?: (tx: Tx, id: number) => Promise<void>;
}

/** The documents a proposal's intent names, for the evaluation. */
export const attachedOf = ({ kind, document }: Pick<queries.Proposal, 'kind' | 'document'>): Attached =>
  kind === 'policy' ? { next: parsePolicy(document) } : kind === 'book' ? { book: parseBookChange(document) } : {};

/** Decisions count while it is open; key material can be refused after its approval too. */
const takes = ({ kind, status }: queries.Proposal, { decision }: Approval): boolean =>
  status === proposalStatus.open ||
  (kind === 'export' &&
    decision === 'refuse' &&
    (status === proposalStatus.applying || status === proposalStatus.passed));

const nextOf = (current: CurrentPolicy, edit: PolicyEdit): PolicyDocument => ({
  ...current.document,
  ...edit(current.document),
  version: String(BigInt(current.document.version) + 1n),
  prev: current.hash,
});

/** Changes of the rules and of the address book: making them, cancelling them, taking decisions. Carrying them out is `work.ts`. */
export function createProposals(deps: ProposalDeps, wake: () => void) {
  const { db, clock, notifier } = deps;

  async function insert(by: Proposer, intent: DocumentIntent, policy: CurrentPolicy, shown: Presented) {
    const intentId = randomUUID();
    const made = makeDocumentIntent(intent, policy, intentId, clock(), deps.validForMs);
    const values = {
      workspace_id: by.workspaceId,
      kind: intent.kind,
      item_type: shown.itemType,
      subject: JSON.stringify(shown.subject),
      remark: shown.remark,
      initiator_user: by.userId,
      initiator: by.memberId,
      intent_id: intentId,
      intent: made.text,
      digest: made.digest,
      document: canonicalText(intent.document),
      policy_version: policy.document.version,
      expires_at: made.expiresAt,
    };
    const row = await inTransaction(db, async (tx) => {
      const made = await queries.insertProposal(tx, values);
      await shown.keep?.(tx, made.id);
      return made;
    });
    notifier.changed(by.workspaceId, 'todo', row.id);
    wake();
    const { rule } = await judged(row, policy, []);
    return { id: row.id, url: approvalUrl(row), digest: made.digest, instant: rule?.level === 'tightening' };
  }

  const common = (by: Proposer, { remark }: Presented) => ({
    workspaceId: by.workspaceId,
    initiator: by.memberId,
    remark,
  });

  /**
   * The rules in force, for whoever may ask for something of this kind under them: what another asked for could never pass, so it is not begun.
   * @throws noPermission
   */
  async function rulesFor(by: Pick<Proposer, 'memberId'>, kind: DocumentIntent['kind']): Promise<CurrentPolicy> {
    const current = await deps.policy();
    const member = current.document.members.find(({ id }) => id === by.memberId);
    if (!member || !mayInitiate(member, kind)) throw refuse('noPermission', {});
    return current;
  }

  /** Proposes other rules. @throws noPermission, rulesUnsound, nothingChanges */
  async function proposePolicy(by: Proposer, edit: PolicyEdit, shown: Presented, request = '') {
    const current = await rulesFor(by, 'policy');
    const next = parsePolicy(canonicalText(nextOf(current, edit)));
    const [problem] = checkPolicyChange(current.document, next);
    if (problem) throw refuse('rulesUnsound', { problem });
    if (policyHash({ ...next, version: current.document.version, prev: current.document.prev }) === current.hash)
      throw refuse('nothingChanges', {});
    return insert(by, { ...common(by, shown), kind: 'policy', document: next, request }, current, shown);
  }

  /** Proposes that the signers sign again: the rules stay as they are, under the request's name that says so (packages/policy, intent.ts). */
  async function proposeUnfreeze(by: Proposer, shown: Presented) {
    const current = await rulesFor(by, 'policy');
    const document = parsePolicy(canonicalText(nextOf(current, () => ({}))));
    return insert(by, { ...common(by, shown), kind: 'policy', document, request: unfreezeRequest }, current, shown);
  }

  /** Proposes a change of the address book that the area has checked against its own copy. */
  async function proposeBook(by: Proposer, change: BookChange, shown: Presented) {
    const current = await rulesFor(by, 'book');
    return insert(by, { ...common(by, shown), kind: 'book', document: change, request: '' }, current, shown);
  }

  /** Proposes that a signer's share is given out. */
  async function proposeExport(by: Proposer, document: KeyExportRequest, wholeKey: boolean, shown: Presented) {
    const current = await rulesFor(by, 'export');
    const request = wholeKey ? wholeKeyRequest : '';
    return insert(by, { ...common(by, shown), kind: 'export', document, request }, current, shown);
  }

  /** Where a signer shows this change for approval. */
  function approvalUrl({ intent_id, digest }: Pick<queries.Proposal, 'intent_id' | 'digest'>, signer = 0): string {
    const origin = (deps.signers[signer] ?? deps.signers[0])?.origin ?? deps.origin;
    const query = new URLSearchParams({ digest, return: `${deps.origin}/mpc/center/todo` });
    return `${origin}/#/i/${intent_id}?${query}`;
  }

  /** Where a signer takes refusals; the page shows the change again before it does. */
  function refusalUrl({ intent_id, digest }: Pick<queries.Proposal, 'intent_id' | 'digest'>): string {
    const query = new URLSearchParams({ items: `${intent_id}.${digest}`, return: `${deps.origin}/mpc/center/todo` });
    return `${deps.signers[0]?.origin ?? deps.origin}/#/refuse?${query}`;
  }

  /**
   * The way to sign a decision on something open; that it was asked for is recorded, and nothing is decided.
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
    if (found.kind === 'policy' && found.status === proposalStatus.refused) throw refuse('strategyRejected', {});
    if (found.status !== proposalStatus.open) throw refuse('itemNotFound', {});
    if (found.expires_at <= clock()) throw refuse('intentExpired', {});
    const said = remark === '' ? {} : { after: { remark } };
    await inTransaction(db, async (tx) => {
      if (remark !== '') await queries.saidOf(tx, id, { member: by.memberId, decision, remark });
      await record(tx, { object: `proposal:${id}`, detail: { decision, digest: found.digest }, ...said });
    });
    const url = decision === 'refuse' ? refusalUrl(found) : approvalUrl(found);
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

  /** What the signers will say. Only of what may take effect at once they have to be asked whether somebody has stopped them. */
  async function judged(
    found: Pick<queries.Proposal, 'kind' | 'document' | 'intent'>,
    { document }: Pick<CurrentPolicy, 'document'>,
    approvals: readonly Approval[],
  ): Promise<Evaluation> {
    const [intent, attached] = [parseIntent(found.intent), attachedOf(found)];
    const knowing = (frozen: boolean): Evaluation =>
      evaluate(document, intent, approvals, { ...nothingKnown, frozen }, attached);
    const moving = knowing(false);
    return moving.rule?.level === 'tightening' && (await deps.frozen()) ? knowing(true) : moving;
  }

  const evaluation = async (found: queries.Proposal, approvals: readonly Approval[]): Promise<Evaluation> =>
    judged(found, await deps.policy(), approvals);

  /** What is under way and can still pass: one that never will must not stand in the way of another. */
  async function underWay(
    workspaceId: WorkspaceId,
    which: Omit<queries.Which, 'statuses'>,
  ): Promise<queries.Proposal[]> {
    const statuses = [proposalStatus.open, proposalStatus.applying];
    const all = await queries.listProposals(db, workspaceId, { ...which, statuses });
    const can = await Promise.all(
      all.map(async (found) =>
        found.status === proposalStatus.applying || (await evaluation(found, [])).state !== 'unsatisfiable'
          ? [found]
          : [],
      ),
    );
    return can.flat();
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
    proposePolicy,
    proposeBook,
    proposeExport,
    proposeUnfreeze,
    proposal,
    cancel,
    openDecision,
    evaluation,
    underWay,
    rulesFor,
    takeApproval,
    approvalUrl,
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
    bookChanged: queries.wakeBookProposals,
    /** The rules of a version, when this server has seen them in force. */
    rulesOf: (version: string) => queries.findRules(db, version),
  };
}
