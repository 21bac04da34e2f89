import { randomUUID } from 'node:crypto';
import {
  type BookChange,
  canonicalText,
  draftPolicy,
  type KeyExportRequest,
  lacksOwner,
  mayInitiate,
  type PolicyDocument,
  policyHash,
  unfreezeRequest,
  wholeKeyRequest,
  writtenPolicy,
} from '@holdfast/policy';
import { lookAlikeProblems, twinMembers } from '@holdfast/policy/look-alikes';
import { checkNewPolicy } from '@holdfast/policy/spelling';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CurrentPolicy } from '../orders/deps.ts';
import { clockSlackMs } from '../orders/intent.ts';
import { refuse } from '../refuse.ts';
import { approvalUrl } from './approval-urls.ts';
import type { Proposer } from './deps.ts';
import { type DocumentIntent, makeDocumentIntent } from './intent.ts';
import type { ProposalParts } from './parts.ts';
import * as queries from './queries.ts';
import type { PolicyEdit } from './types.ts';

/** What people see a proposal as: its kind in their list, and the few facts its area shows of it. */
export interface Presented {
  readonly itemType: number;
  readonly subject: Readonly<Record<string, string>>;
  readonly remark: string;
  /** What its area keeps with it, in the transaction that makes it; nothing else than the database may be touched. */
  readonly keep?: (tx: Tx, id: number) => Promise<void>;
}

const nextOf = (current: CurrentPolicy, edit: PolicyEdit): PolicyDocument => ({
  ...current.document,
  ...edit(current.document),
  version: String(BigInt(current.document.version) + 1n),
  prev: current.hash,
});

/** What is wrong with the people of a flow, which has a code of its own wherever rules are saved (domain.md §7.19). */
const ofPeople: ReadonlySet<string> = new Set([
  'nodeNotSatisfiable',
  'pagesNotReachable',
  'unknownApprover',
  'notKeyHolder',
]);

async function insert(
  deps: ProposalParts,
  by: Proposer,
  intent: DocumentIntent,
  policy: CurrentPolicy,
  shown: Presented,
  now: Date = deps.clock(),
) {
  const intentId = randomUUID();
  const made = makeDocumentIntent(intent, policy, intentId, now, deps.validForMs);
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
  const row = await inTransaction(deps.db, async (tx) => {
    const made = await queries.insertProposal(tx, values);
    await shown.keep?.(tx, made.id);
    return made;
  });
  deps.notifier.changed(by.workspaceId, 'todo', row.id);
  deps.wake();
  const { rule } = await deps.judged(row, policy, []);
  const url = approvalUrl(deps, row, { policy: policy.document, member: by.memberId });
  return { id: row.id, url, digest: made.digest, instant: rule?.level === 'tightening' };
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
export async function rulesFor(
  deps: ProposalParts,
  by: Pick<Proposer, 'memberId'>,
  kind: DocumentIntent['kind'],
): Promise<CurrentPolicy> {
  const current = await deps.policy();
  const member = current.document.members.find(({ id }) => id === by.memberId);
  if (!member || !mayInitiate(member, kind)) throw refuse('noPermission', {});
  return current;
}

/** What signers would refuse, before anybody signs it. @throws strategyPersonnel, looksAlike, foreignPasskey, rulesUnsound */
function checkNext(current: PolicyDocument, next: PolicyDocument): void {
  const [problem] = checkNewPolicy(current, next);
  if (problem && ofPeople.has(problem)) throw refuse('strategyPersonnel', {}, { flows: [] });
  if (problem) throw refuse('rulesUnsound', { problem });
  const twins = twinMembers(current, next);
  if (twins) throw refuse('looksAlike', { name: twins.name, like: twins.like });
  if (lookAlikeProblems(current, next).length > 0) throw refuse('foreignPasskey', {});
}

/** Proposes other rules. @throws noPermission, nothingChanges, ownerNeeded, and what `checkNext` throws */
export async function proposePolicy(
  deps: ProposalParts,
  by: Proposer,
  edit: PolicyEdit,
  shown: Presented,
  request = '',
) {
  const current = await rulesFor(deps, by, 'policy');
  const next = draftPolicy(nextOf(current, edit));
  checkNext(current.document, next);
  if (lacksOwner(current.document, next, { initiator: by.memberId })) throw refuse('ownerNeeded', {});
  if (policyHash({ ...next, version: current.document.version, prev: current.document.prev }) === current.hash)
    throw refuse('nothingChanges', {});
  return insert(
    deps,
    by,
    { ...common(by, shown), kind: 'policy', document: writtenPolicy(next), request },
    current,
    shown,
  );
}

/**
 * Proposes that the signers sign again: the rules stay as they are, under the request's name that says so (packages/policy, intent.ts).
 * @param since when the last of them stopped, by its own clock: signers take it for no freeze that is newer than the request, nor a request that is
 * further ahead of their own clocks than these may differ
 */
export async function proposeUnfreeze(deps: ProposalParts, by: Proposer, shown: Presented, since: number) {
  const current = await rulesFor(deps, by, 'policy');
  const document = writtenPolicy(draftPolicy(nextOf(current, () => ({}))));
  const intent = { ...common(by, shown), kind: 'policy' as const, document, request: unfreezeRequest };
  const now = deps.clock().getTime();
  return insert(deps, by, intent, current, shown, new Date(Math.max(now, Math.min(since, now + clockSlackMs))));
}

/** Proposes a change of the address book that the area has checked against its own copy. */
export async function proposeBook(deps: ProposalParts, by: Proposer, change: BookChange, shown: Presented) {
  const current = await rulesFor(deps, by, 'book');
  return insert(deps, by, { ...common(by, shown), kind: 'book', document: change, request: '' }, current, shown);
}

/** Proposes that a signer's share is given out. */
export async function proposeExport(
  deps: ProposalParts,
  by: Proposer,
  document: KeyExportRequest,
  wholeKey: boolean,
  shown: Presented,
) {
  const current = await rulesFor(deps, by, 'export');
  const request = wholeKey ? wholeKeyRequest : '';
  return insert(deps, by, { ...common(by, shown), kind: 'export', document, request }, current, shown);
}
