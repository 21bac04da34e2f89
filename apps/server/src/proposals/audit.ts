import type { AuditAction } from '@holdfast/contract';
import type { Approval, Canonical } from '@holdfast/policy';
import { type AuditService, theSystem } from '../audit/service.ts';
import type { Tx } from '../db/database.ts';
import { saidIn } from '../nodes.ts';
import { proposalKinds } from './kinds/index.ts';
import type { Proposal } from './queries.ts';
import { type ProposalStatus, proposalStatus } from './states.ts';

type Recording = Pick<AuditService, 'recorder'>;
type Told = Pick<Proposal, 'id' | 'workspace_id' | 'kind'>;
type Ended = Told & Pick<Proposal, 'document' | 'policy_version'>;

/** How an end is told. What its initiator takes back is told by the call that does it; being taken over ends as passed. */
const ends: Readonly<Partial<Record<ProposalStatus, AuditAction>>> = {
  [proposalStatus.passed]: 'proposal.passed',
  [proposalStatus.refused]: 'proposal.refused',
  [proposalStatus.expired]: 'proposal.expired',
  [proposalStatus.superseded]: 'proposal.superseded',
};

const contentOf = (document: string): Canonical => JSON.parse(document) as Canonical;

/** What came into force, and what it took the place of: the log keeps their hashes, by which an exported document is known again. */
async function changed(tx: Tx, ended: Ended) {
  const before = await proposalKinds[ended.kind].replaces(tx, ended);
  return { after: contentOf(ended.document), ...(before === undefined ? {} : { before: contentOf(before) }) };
}

/** Records how a proposal ended, in the transaction that says so. */
export async function recordEnd(
  tx: Tx,
  audit: Recording,
  ended: Ended,
  to: ProposalStatus,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const action = ends[to];
  if (!action) return;
  const { id, workspace_id: workspaceId, kind } = ended;
  const content = to === proposalStatus.passed ? await changed(tx, ended) : {};
  await audit.recorder(action)(tx, { workspaceId, object: `proposal:${id}`, detail: { kind, ...more }, ...content });
}

/** Records that it is asked for again, in other words. */
export const recordReissue = (
  tx: Tx,
  audit: Recording,
  { id, workspace_id: workspaceId, kind }: Told,
  more: Readonly<Record<string, string>>,
): Promise<void> =>
  audit.recorder('proposal.askedAgain')(tx, { workspaceId, object: `proposal:${id}`, detail: { kind, ...more } });

/** Records that a signed decision came in from a signer, with what it says. */
export const recordDecision = (
  tx: Tx,
  audit: Recording,
  { id, workspace_id: workspaceId, kind }: Told,
  approval: Approval,
): Promise<void> => {
  const { member, credential, decision, intent } = approval;
  return audit.recorder('decision.received', { ...theSystem, actor: `member:${member}`, key: credential })(tx, {
    workspaceId,
    object: `proposal:${id}`,
    detail: { kind, decision, intent, ...saidIn(approval) },
  });
};

/** Records that signers differ: those of `taken_by` have the change, this one not. */
export const recordDivergence = (
  tx: Tx,
  audit: Recording,
  { id, workspace_id: workspaceId, kind, taken_by: have }: Told & Pick<Proposal, 'taken_by'>,
  missing: string,
): Promise<void> =>
  audit.recorder('signers.differ')(tx, {
    workspaceId,
    object: `signer:${missing}`,
    detail: { kind, proposal: String(id), have: have.join() },
  });
