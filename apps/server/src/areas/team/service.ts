import type { WorkspaceId } from '@holdfast/contract';
import { type Credential, credentialFingerprint, digestWords, type Member } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Proposer } from '../../proposals/service.ts';
import { type Change, grantKey, removeMember, saveRole } from './changes.ts';
import { acceptKey, addCredential, removeCredential } from './credentials.ts';
import type { TeamDeps } from './deps.ts';
import { createJoining } from './join.ts';
import { flowsWith, keyPagesFor, listMembers, provenMembers } from './members.ts';
import * as rules from './rules.ts';

export { followPolicy } from './follow.ts';

export type TeamService = ReturnType<typeof createTeam>;

/** Members: who they are to the signers, who they are here, and proposals to change that. */
export function createTeam(deps: TeamDeps) {
  return {
    ...createJoining(deps),
    list: (workspaceId: WorkspaceId) => listMembers(deps, workspaceId),
    proven: (workspaceId: WorkspaceId) => provenMembers(deps, workspaceId),
    flowsWith: (id: string) => flowsWith(deps, id),
    flowsNaming: rules.flowsNaming,
    keyPages: (member: Member, email: string) => keyPagesFor(deps, member, email),
    saveRole: (by: Proposer, id: string, to: Pick<Member, 'role' | 'wallets'>, change: Change, record: Recorder) =>
      saveRole(deps, by, id, to, change, record),
    remove: (by: Proposer, id: string, change: Change, record: Recorder) => removeMember(deps, by, id, change, record),
    grantKey: (by: Proposer, id: string, holder: Member['keyHolder'], change: Change, record: Recorder) =>
      grantKey(deps, by, id, holder, change, record),
    addCredential: (by: Proposer, id: string, credential: Credential, change: Change, record: Recorder) =>
      addCredential(deps, by, id, credential, change, record),
    removeCredential: (by: Proposer, id: string, credentialId: string, change: Change, record: Recorder) =>
      removeCredential(deps, by, id, credentialId, change, record),
    acceptKey: (by: Proposer, id: number, record: Recorder) => acceptKey(deps, by, id, record),
  };
}

/** Words by which people compare a key. */
export const credentialWords = (credential: Credential): string[] => [
  ...digestWords(credentialFingerprint(credential)),
];
