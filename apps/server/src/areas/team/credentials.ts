import type { Credential } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { type Change, proposeChange, subjectOf } from './changes.ts';
import type { TeamDeps } from './deps.ts';
import { activeMember } from './members.ts';
import * as rules from './rules.ts';

export async function addCredential(
  deps: TeamDeps,
  by: Proposer,
  id: string,
  credential: Credential,
  change: Change,
  record: Recorder,
) {
  const shown = subjectOf('credentialAdd', await activeMember(deps, id));
  return proposeChange(deps, by, change, shown, (doc) => rules.addCredential(doc, id, credential), record);
}

export async function removeCredential(
  deps: TeamDeps,
  by: Proposer,
  id: string,
  credentialId: string,
  change: Change,
  record: Recorder,
) {
  const found = await activeMember(deps, id);
  if (!found.credentials.some((one) => one.id === credentialId)) throw refuse('memberNotFound', {});
  const shown = subjectOf('credentialRemove', found);
  return proposeChange(deps, by, change, shown, (doc) => rules.dropCredential(doc, id, credentialId), record);
}

/** The way to sign that the caller accepts a key they are granted. @throws itemNotFound for anything else */
export async function acceptKey({ proposals }: TeamDeps, by: Proposer, id: number, record: Recorder) {
  const [found, approvals] = [await proposals.proposal(by.workspaceId, id), await proposals.approvals([id])];
  const { nodes } = await proposals.evaluation(found, approvals.get(id) ?? []);
  const theirs = nodes.some(({ kind, eligible }) => kind === 'accept' && eligible.includes(by.memberId));
  return proposals.openDecision(by, id, { decision: 'approve', of: () => theirs }, record);
}
