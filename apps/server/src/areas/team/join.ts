import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Role, todoType, type WorkspaceId } from '@holdfast/contract';
import { type Credential, PolicyError } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { checkWalletRoles } from './wallet-roles.ts';

export interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly wallets: readonly { readonly wallet: string; readonly role: 'operator' | 'approver' | 'viewer' }[];
}
type InviteStatus = 'open' | 'joined' | 'proposed' | 'accepted' | 'cancelled' | 'expired';

const validForMs = 72 * 3_600_000;
const tokenBytes = 32;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function statusOf(invite: queries.Invite, proposal: number | null | undefined, now: Date): InviteStatus {
  if (proposal === 1) return 'accepted';
  if (invite.cancelled_at !== null) return 'cancelled';
  if (invite.proposal_id !== null)
    return proposal === 0 || proposal === 5 || proposal === undefined ? 'proposed' : 'cancelled';
  if (invite.expires_at <= now) return 'expired';
  return invite.user_id === null ? 'open' : 'joined';
}

/** Joining: a link, a password and an authenticator, a key; then the members decide. */
export function createJoining({ db, clock, sessions, proposals, wallets: known, origin, signerOrigin }: TeamDeps) {
  const linkOf = (token: string): string => `${origin}/mpc/join/${token}`;

  /**
   * What the rules could not hold is refused here: whoever is invited would find out only once they have made password and key.
   * @throws alreadyMember, alreadyInvited, rulesUnsound, invalidParameters
   */
  async function invite(by: Proposer, { name, email: typed, role, wallets }: Invitation, record: Recorder) {
    await checkWalletRoles(known, by.workspaceId, { role, wallets });
    const email = typed.toLowerCase();
    if (await queries.isMemberAddress(db, by.workspaceId, email)) throw refuse('alreadyMember', {});
    const [token, id] = [randomBytes(tokenBytes).toString('base64url'), randomUUID()];
    const expiresAt = new Date(clock().getTime() + validForMs);
    await inTransaction(db, async (tx) => {
      await queries.endExpired(tx, by.workspaceId, email, clock());
      const fresh = await queries.insertInvite(tx, {
        id,
        workspaceId: by.workspaceId,
        tokenHash: hashOf(token),
        name,
        email,
        role,
        wallets,
        memberId: `m-${randomBytes(8).toString('hex')}`,
        inviterUser: by.userId,
        inviter: by.memberId,
        expiresAt,
      });
      if (!fresh) throw refuse('alreadyInvited', {});
      await record(tx, { workspaceId: by.workspaceId, object: `invite:${id}`, detail: { role, name } });
    });
    return { id, link: linkOf(token), expiresAt };
  }

  async function cancel(by: Proposer, id: string, record: Recorder): Promise<void> {
    await inTransaction(db, async (tx) => {
      const found = await queries.lockInvite(tx, id);
      if (found?.workspace_id !== by.workspaceId || found.proposal_id !== null) throw refuse('inviteInvalid', {});
      if (found.cancelled_at !== null) return;
      await queries.cancelInvite(tx, id, clock());
      await record(tx, { workspaceId: by.workspaceId, object: `invite:${id}`, detail: { cancelled: 'yes' } });
    });
  }

  /** @throws inviteInvalid for one that is unknown, used, cancelled or too old: all look the same from outside */
  async function open(token: string): Promise<queries.Invite> {
    const found = await queries.findInvite(db, hashOf(token));
    const usable = found && ['open', 'joined'].includes(statusOf(found, undefined, clock()));
    if (!usable) throw refuse('inviteInvalid', {});
    return found;
  }

  async function info(token: string) {
    const found = await open(token);
    return {
      found,
      status: statusOf(found, undefined, clock()),
      workspace: await queries.findWorkspaceName(db, found.workspace_id),
      keyUrl: rules.keyUrl(signerOrigin, { name: found.name, email: found.email, return: linkOf(token) }),
    };
  }

  /** Password first; repeating it with the same one gives the same secret. An address that has an account already keeps it. @throws weakPassword */
  async function begin(token: string, password: string, record: Recorder) {
    const found = await open(token);
    return inTransaction(db, async (tx) => {
      const now = await queries.lockInvite(tx, found.id);
      if (!now || now.cancelled_at !== null || now.proposal_id !== null) throw refuse('inviteInvalid', {});
      const made = await sessions.enrollInvited(tx, { email: found.email, password, nickName: found.name });
      await queries.setInviteUser(tx, found.id, made.userId);
      await record(tx, { workspaceId: found.workspace_id, object: `invite:${found.id}`, detail: { step: 'password' } });
      return made;
    });
  }

  /** Proves the authenticator, hands in the key, and asks the members. Doing it again after an interruption finds the same proposal. */
  async function confirm(
    ask: { readonly token: string; readonly password: string; readonly totp: string; readonly credential: Credential },
    context: Context,
  ) {
    const found = await queries.findInvite(db, hashOf(ask.token));
    if (!found || found.cancelled_at !== null || found.user_id === null || found.expires_at <= clock())
      throw refuse('inviteInvalid', {});
    // In the name of whoever invited, only what they may still ask for can be asked for.
    if (found.proposal_id === null) await proposals.rulesFor({ memberId: found.inviter }, 'policy');
    const grant = await sessions.confirm({ email: found.email, password: ask.password, totp: ask.totp }, context);
    const itemId = found.proposal_id ?? (await propose(found, ask.credential, context.record));
    return { ...grant, itemId };
  }

  async function propose(found: queries.Invite, credential: Credential, record: Recorder): Promise<number> {
    const by = { workspaceId: found.workspace_id as WorkspaceId, userId: found.inviter_user, memberId: found.inviter };
    const member = {
      id: found.member_id,
      name: found.name,
      role: found.role,
      status: 'active' as const,
      keyHolder: 'no' as const,
      wallets: found.wallets,
      credentials: [credential],
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

  return { invite, cancel, info, begin, confirm };
}
