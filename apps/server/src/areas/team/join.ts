import type { Credential } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Context } from '../../http/context.ts';
import type { Proposer } from '../../proposals/service.ts';
import type { TeamDeps } from './deps.ts';
import { cancelInvite, type Invitation, inviteMember } from './invites.ts';
import { beginJoining, confirmJoining, readInvite, stateOfJoining } from './join-steps.ts';

/** Joining: a link, a password and an authenticator, a key; then the members decide. */
export function createJoining(deps: TeamDeps) {
  return {
    invite: (by: Proposer, invitation: Invitation, record: Recorder) => inviteMember(deps, by, invitation, record),
    cancel: (by: Proposer, id: string, record: Recorder) => cancelInvite(deps, by, id, record),
    info: (token: string) => readInvite(deps, token),
    joinState: (token: string) => stateOfJoining(deps, token),
    begin: (token: string, password: string, record: Recorder) => beginJoining(deps, token, password, record),
    confirm: (
      ask: {
        readonly token: string;
        readonly password: string;
        readonly totp: string;
        readonly credentials: Credential[];
      },
      context: Context,
    ) => confirmJoining(deps, ask, context),
  };
}
