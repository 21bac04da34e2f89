import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import * as queries from './queries.ts';
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

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function statusOf(invite: queries.Invite, proposal: number | null | undefined, now: Date): InviteStatus {
  if (proposal === 1) return 'accepted';
  if (invite.cancelled_at !== null) return 'cancelled';
  if (invite.proposal_id !== null)
    return proposal === 0 || proposal === 5 || proposal === undefined ? 'proposed' : 'cancelled';
  if (invite.expires_at <= now) return 'expired';
  return invite.user_id === null ? 'open' : 'joined';
}

export const linkOf = ({ origin }: TeamDeps, token: string): string => `${origin}/mpc/join/${token}`;

/**
 * What the rules could not hold is refused here: whoever is invited would find out only once they have made password and key.
 * @throws alreadyMember, alreadyInvited, rulesUnsound, invalidParameters
 */
export async function inviteMember(
  deps: TeamDeps,
  by: Proposer,
  { name, email: typed, role, wallets }: Invitation,
  record: Recorder,
) {
  await checkWalletRoles(deps.wallets, by.workspaceId, { role, wallets });
  const email = typed.toLowerCase();
  if (await queries.isMemberAddress(deps.db, by.workspaceId, email)) throw refuse('alreadyMember', {});
  const [token, id] = [randomBytes(tokenBytes).toString('base64url'), randomUUID()];
  const expiresAt = new Date(deps.clock().getTime() + validForMs);
  await inTransaction(deps.db, async (tx) => {
    await queries.endExpired(tx, by.workspaceId, email, deps.clock());
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
  return { id, link: linkOf(deps, token), expiresAt };
}

export async function cancelInvite({ db, clock }: TeamDeps, by: Proposer, id: string, record: Recorder): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await queries.lockInvite(tx, id);
    if (found?.workspace_id !== by.workspaceId || found.proposal_id !== null) throw refuse('inviteInvalid', {});
    if (found.cancelled_at !== null) return;
    await queries.cancelInvite(tx, id, clock());
    await record(tx, { workspaceId: by.workspaceId, object: `invite:${id}`, detail: { cancelled: 'yes' } });
  });
}
