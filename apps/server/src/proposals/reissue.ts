import { randomUUID } from 'node:crypto';
import { type Canonical, canonicalText, parseIntent } from '@holdfast/policy';
import { inTransaction } from '../db/transaction.ts';
import type { CurrentPolicy } from '../orders/deps.ts';
import { recordReissue } from './audit.ts';
import type { BookReader, ProposalDeps } from './deps.ts';
import { makeDocumentIntent } from './intent.ts';
import { proposalKinds } from './kinds/index.ts';
import type { Present } from './kinds/kind.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';

/** Compares an open proposal with the rules and the book in force. */
export async function underPresent(deps: ProposalDeps & BookReader, found: queries.Proposal): Promise<Present> {
  return proposalKinds[found.kind].present(deps, found, await deps.policy());
}

/**
 * Asks for the same change again under the rules in force, under its number and until the same time. Decisions on the earlier words are worth
 * nothing any more, and whoever made one is asked anew. Done again, it finds the proposal as it should be.
 */
export async function reissueIntent(
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
    await recordReissue(tx, deps.audit, found, { policy: `${policy.document.id} v${version}`, earlier: found.digest });
  });
  deps.notifier.changed(workspaceId, 'todo', found.id);
}
