import { todoType, type WorkspaceId } from '@holdfast/contract';
import { type Credential, PolicyError } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import { hashOf, linkOf, statusOf } from './invites.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

/** @throws inviteInvalid for one that is unknown, used, cancelled or too old: all look the same from outside */
async function openInvite({ db, clock }: TeamDeps, token: string): Promise<queries.Invite> {
  const found = await queries.findInvite(db, hashOf(token));
  const usable = found && ['open', 'joined'].includes(statusOf(found, undefined, clock()));
  if (!usable) throw refuse('inviteInvalid', {});
  return found;
}

export async function readInvite(deps: TeamDeps, token: string) {
  const found = await openInvite(deps, token);
  return {
    found,
    status: statusOf(found, undefined, deps.clock()),
    workspace: await queries.findWorkspaceName(deps.db, found.workspace_id),
    keyPages: rules.keyPages(deps.signers, { name: found.name, email: found.email, return: linkOf(deps, token) }, []),
  };
}

/** What became of the request to admit whoever joined by it: of the invitation it says nothing more. @throws inviteInvalid where nobody has joined by it */
export async function stateOfJoining({ db, clock }: TeamDeps, token: string) {
  const found = await queries.findInviteAndProposal(db, hashOf(token));
  if (!found || found.proposal_id === null) throw refuse('inviteInvalid', {});
  return statusOf(found, found.proposal_status, clock());
}

/** Password first; repeating it with the same one gives the same secret. An address that has an account already keeps it. @throws weakPassword */
export async function beginJoining(deps: TeamDeps, token: string, password: string, record: Recorder) {
  const found = await openInvite(deps, token);
  const workspace = await queries.findWorkspaceName(deps.db, found.workspace_id);
  const enrolment = { email: found.email, password, nickName: found.name, workspace };
  await deps.sessions.checkEnrolment(enrolment);
  return inTransaction(deps.db, async (tx) => {
    const now = await queries.lockInvite(tx, found.id);
    if (!now || now.cancelled_at !== null || now.proposal_id !== null) throw refuse('inviteInvalid', {});
    const made = await deps.sessions.enrollInvited(tx, enrolment);
    await queries.setInviteUser(tx, found.id, made.userId);
    await record(tx, { workspaceId: found.workspace_id, object: `invite:${found.id}`, detail: { step: 'password' } });
    return made;
  });
}

/** Proves the authenticator, hands in the keys, and asks the members. Doing it again after an interruption finds the same proposal. */
export async function confirmJoining(
  deps: TeamDeps,
  ask: { readonly token: string; readonly password: string; readonly totp: string; readonly credentials: Credential[] },
  context: Context,
) {
  const found = await queries.findInvite(deps.db, hashOf(ask.token));
  if (!found || found.cancelled_at !== null || found.user_id === null || found.expires_at <= deps.clock())
    throw refuse('inviteInvalid', {});
  // In the name of whoever invited, only what they may still ask for can be asked for.
  if (found.proposal_id === null) await deps.proposals.rulesFor({ memberId: found.inviter }, 'policy');
  const grant = await deps.sessions.confirm({ email: found.email, password: ask.password, totp: ask.totp }, context);
  const itemId = found.proposal_id ?? (await proposeMember(deps, found, ask.credentials, context.record));
  return { ...grant, itemId };
}

async function proposeMember(
  { proposals, db }: TeamDeps,
  found: queries.Invite,
  credentials: Credential[],
  record: Recorder,
): Promise<number> {
  const by = { workspaceId: found.workspace_id as WorkspaceId, userId: found.inviter_user, memberId: found.inviter };
  const member = {
    id: found.member_id,
    name: found.name,
    role: found.role,
    status: 'active' as const,
    keyHolder: 'no' as const,
    wallets: found.wallets,
    credentials,
  };
  try {
    const shown = {
      itemType: todoType.member,
      subject: { action: 'add', name: found.name, role: found.role },
      remark: '',
    };
    const { id } = await proposals.proposePolicy(by, (doc) => rules.addMember(doc, member), shown);
    await inTransaction(db, async (tx) => {
      await queries.setInviteProposal(tx, found.id, id);
      await record(tx, {
        workspaceId: found.workspace_id,
        object: `invite:${found.id}`,
        detail: { proposal: String(id) },
      });
    });
    return id;
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('rulesUnsound', { problem: error.message });
    throw error;
  }
}
