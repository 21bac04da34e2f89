import { randomUUID } from 'node:crypto';
import {
  applyBookChange,
  type Canonical,
  canonicalText,
  checkPolicyChange,
  draftPolicy,
  type PolicyDocument,
  PolicyError,
  parseBookChange,
  parseIntent,
  parseKeyExportRequest,
  parsePolicy,
  unfreezeRequest,
  writtenPolicy,
} from '@holdfast/policy';
import { inTransaction } from '../db/transaction.ts';
import type { CurrentPolicy } from '../orders/deps.ts';
import type { BookReader, ProposalDeps } from './deps.ts';
import { makeDocumentIntent } from './intent.ts';
import * as queries from './queries.ts';
import { rebase } from './rebase.ts';
import { proposalStatus } from './states.ts';
import { tellAgain } from './told.ts';

/** What an open proposal is under what is in force now: as it should be, the same in other words, or overtaken. */
type Present =
  | { readonly state: 'stands' }
  | { readonly state: 'again'; readonly document: Canonical; readonly policy: CurrentPolicy }
  | { readonly state: 'overtaken'; readonly reason: string };

const stands: Present = { state: 'stands' };
const overtaken = (reason: string): Present => ({ state: 'overtaken', reason });

/** The document that follows the rules in force and takes the same step; or why there is none. */
function nextRules(base: PolicyDocument, found: queries.Proposal, current: CurrentPolicy): PolicyDocument | string {
  const { document: now, hash } = current;
  const rebased = rebase(base, parsePolicy(found.document), now);
  if (!rebased) return 'sameChanged';
  const isNothing = canonicalText(rebased) === canonicalText(now);
  if (isNothing && parseIntent(found.intent).request !== unfreezeRequest) return 'nothingChanges';
  const next = draftPolicy({ ...rebased, version: String(BigInt(now.version) + 1n), prev: hash });
  const [problem] = checkPolicyChange(now, next);
  return problem ?? next;
}

async function presentRules(deps: ProposalDeps, found: queries.Proposal, policy: CurrentPolicy): Promise<Present> {
  if (found.policy_version === policy.document.version) return stands;
  const base = await queries.findRules(deps.db, found.policy_version);
  if (base === undefined) return overtaken('policyStale');
  try {
    const next = nextRules(parsePolicy(base), found, policy);
    return typeof next === 'string' ? overtaken(next) : { state: 'again', document: writtenPolicy(next), policy };
  } catch (error) {
    if (error instanceof PolicyError) return overtaken(error.message);
    throw error;
  }
}

async function presentBook(
  deps: ProposalDeps & BookReader,
  found: queries.Proposal,
  policy: CurrentPolicy,
): Promise<Present> {
  const [change, book] = [parseBookChange(found.document), await deps.book(found.workspace_id)];
  if (change.prev === book.hash && found.policy_version === policy.document.version) return stands;
  const document = { ...change, prev: book.hash };
  const after = applyBookChange(book, document, policy.document.deployment, deps.clock().getTime());
  return typeof after === 'string' ? overtaken(after) : { state: 'again', document, policy };
}

/** Compares an open proposal with the rules and the book in force. */
export async function underPresent(deps: ProposalDeps & BookReader, found: queries.Proposal): Promise<Present> {
  const policy = await deps.policy();
  if (found.kind === 'policy') return presentRules(deps, found, policy);
  if (found.kind === 'book') return presentBook(deps, found, policy);
  return found.policy_version === policy.document.version
    ? stands
    : { state: 'again', document: parseKeyExportRequest(found.document), policy };
}

/**
 * Asks for the same change again under the rules in force, under its number and until the same time. Decisions on the earlier words are worth
 * nothing any more, and whoever made one is asked anew. Done again, it finds the proposal as it should be.
 */
export async function askAgain(
  deps: ProposalDeps,
  found: queries.Proposal,
  document: Canonical,
  policy: CurrentPolicy,
): Promise<void> {
  const now = deps.clock();
  const { workspace_id: workspaceId, kind, initiator, remark } = found;
  const { request } = parseIntent(found.intent);
  const intentId = randomUUID();
  const asked = { kind, document, workspaceId, initiator, remark, request };
  const made = makeDocumentIntent(asked, policy, intentId, now, found.expires_at.getTime() - now.getTime());
  await inTransaction(deps.db, async (tx) => {
    const locked = await queries.lockProposal(tx, found.id);
    if (locked?.status !== proposalStatus.open || locked.digest !== found.digest) return;
    const { version } = policy.document;
    const words = { intent_id: intentId, intent: made.text, digest: made.digest, document: canonicalText(document) };
    await queries.replaceProposal(tx, found.id, { ...words, policy_version: version });
    await tellAgain(tx, deps.audit, found, { policy: `${policy.document.id} v${version}`, earlier: found.digest });
  });
  deps.notifier.changed(workspaceId, 'todo', found.id);
}
