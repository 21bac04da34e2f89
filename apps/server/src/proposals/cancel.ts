import type { Recorder } from '../audit/service.ts';
import { inTransaction } from '../db/transaction.ts';
import { refuse } from '../refuse.ts';
import type { Proposer } from './deps.ts';
import { findProposal } from './find.ts';
import type { ProposalParts } from './parts.ts';
import * as queries from './queries.ts';
import { proposalStatus } from './states.ts';

/** The initiator takes it back, as long as nobody has carried it out. */
export async function cancelProposal(deps: ProposalParts, by: Proposer, id: number, record: Recorder): Promise<void> {
  await findProposal(deps, by.workspaceId, id);
  await inTransaction(deps.db, async (tx) => {
    const now = await queries.lockProposal(tx, id);
    if (now?.status === proposalStatus.cancelled) return;
    if (now?.status !== proposalStatus.open || now.initiator !== by.memberId) throw refuse('orderNotCancellable', {});
    await queries.moveProposal(tx, id, proposalStatus.cancelled);
    await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}` });
  });
  deps.notifier.changed(by.workspaceId, 'todo', id);
}
