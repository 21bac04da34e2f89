import { rmSync } from 'node:fs';
import type { UserId } from '@holdfast/contract';
import { parsePolicy } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller, Context } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { Credentials } from '../session/service.ts';
import type { SetupDeps } from './deps.ts';
import { learn } from './learn.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { readStage } from './stage.ts';

/** Held until the transaction ends. Returns who is to be the owner so far. @throws setupDone, setupTokenWrong */
async function holdClaim({ sessions }: SetupDeps, tx: Tx, token: string): Promise<UserId | null> {
  const { owner_user_id: current, setup_token_hash: hash } = await queries.lockInstallation(tx);
  if (current !== null && (await sessions.isConfirmed(current, tx))) throw refuse('setupDone', {});
  if (!rules.isSetupToken(hash, token)) throw refuse('setupTokenWrong', {});
  return current;
}

export interface OwnerInput {
  readonly email: string;
  readonly password: string;
  readonly nickName: string;
  readonly token: string;
  /** They have chosen their password before, and do not mean to choose another. */
  readonly again: boolean;
}

/**
 * Whoever has the set-up token becomes the owner, and may change their mind until their authenticator is proven. Then the token is spent, and nobody can
 * claim the installation again. They change it by saying so: who only comes back, and mistypes, would have a password that they do not know.
 * @throws loginFailed of another e-mail or password than before, where they come back; to who has the token alone, so nobody guesses
 */
export async function enrollOwner(deps: SetupDeps, input: OwnerInput, record: Recorder) {
  const { db, sessions } = deps;
  // Who has no token learns nothing of passwords and accounts; and the check takes too long to hold anything for.
  await inTransaction(db, (tx) => holdClaim(deps, tx, input.token));
  if (!input.again) await sessions.checkEnrolment(input);
  return inTransaction(db, async (tx) => {
    const current = await holdClaim(deps, tx, input.token);
    const made = await sessions.enroll(tx, input);
    await queries.setOwner(tx, made.userId);
    if (current !== null && current !== made.userId) {
      await queries.deleteUser(tx, current);
    }
    await record(tx, { object: `user:${made.userId}` });
    return made;
  });
}

async function claimWorkspace({ db, sessions }: SetupDeps, caller: Caller, name: string, record: Recorder) {
  return inTransaction(db, async (tx) => {
    const row = await queries.lockInstallation(tx);
    if (row.owner_user_id !== caller.userId) throw refuse('noPermission', {});
    if (row.workspace_id !== null) return row.workspace_id;
    if (row.key_group_id === null || row.policy_document === null)
      throw refuse('setupOutOfOrder', { stage: row.policy_document === null ? 'passkey' : 'ceremony' });
    const memberId = rules.soleOwner(parsePolicy(row.policy_document));
    if (!memberId) throw refuse('signersDisagree', { what: 'owner' });
    const id = await queries.insertWorkspace(tx, {
      name,
      keyGroupId: row.key_group_id,
      owner: caller.userId,
      memberId,
    });
    await sessions.moveSessions(tx, caller.userId, id);
    await record(tx, { workspaceId: id, object: `workspace:${id}`, detail: { member: memberId }, after: { name } });
    return id;
  });
}

export async function confirmOwner(deps: SetupDeps, input: Credentials, context: Context) {
  const current = await readStage(deps);
  if (current !== 'totp') throw refuse(current === 'owner' ? 'setupNotDone' : 'setupDone', {});
  const grant = await deps.sessions.confirm(input, context);
  await queries.setTokenHash(deps.db, null);
  rmSync(deps.setupTokenFile, { force: true });
  return grant;
}

/** Workspace, membership of the owner, first sub-wallet and its addresses. Repeating it finishes what was interrupted. */
export async function makeWorkspace(
  deps: SetupDeps,
  caller: Caller,
  names: { wallet: string; subWallet: string },
  record: Recorder,
) {
  if ((await readStage(deps)) === 'ready') throw refuse('setupDone', {});
  await learn(deps, await deps.monitor.look(0));
  const workspaceId = await claimWorkspace(deps, caller, names.wallet, record);
  const first = { workspaceId, name: names.subWallet, type: 1, showStatus: 1, createdBy: caller.userId };
  const { id } = await deps.wallets.ensureSubWallet(first, record);
  return { wallet_id: workspaceId, sub_wallet_id: id };
}
