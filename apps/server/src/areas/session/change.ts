import { sessionKey } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import { isFormer, keepFormer } from './former.ts';
import { lockUser, revokeOthers, setPassword } from './login-queries.ts';
import { forgiveStepUp, reserveStepUp } from './login-throttle.ts';
import { checkNewPassword } from './new-password.ts';
import { makeNextSecret, takeNextSecret } from './next-secret.ts';
import { tellSessions } from './own-sessions.ts';
import { type Given, judgeBoth, refuseProof, requireLive, spendProof } from './proof.ts';
import { workspaceNames } from './queries.ts';
import type { Origin } from './tokens.ts';

/** What else ends in the transaction in which somebody changes how they log in. */
export type Meanwhile = (tx: Tx) => Promise<unknown>;

/** Every other session of theirs ends with it. Returns how many. @throws weakPassword, guessablePassword, formerPassword, loginFailed */
export async function changePassword(
  deps: SessionDeps,
  caller: Caller,
  { next, ...given }: Given & { readonly next: string },
  origin: Origin,
  meanwhile: Meanwhile,
): Promise<number> {
  const { db, clock, passwords } = deps;
  const proven = await judgeBoth(deps, caller, given, origin);
  const { user } = proven;
  // Whoever has proven nothing learns nothing of a password, and makes nobody work.
  await checkNewPassword(next, [user.email, user.nick_name, ...(await workspaceNames(db, user.id))]);
  if (await isFormer(db, user, next)) throw refuse('formerPassword', {});
  const hash = await passwords.hash(next);
  const ended = await inTransaction(db, async (tx) => {
    if (!(await spendProof(deps, tx, caller, proven))) return undefined;
    await keepFormer(tx, user, clock());
    await setPassword(tx, user.id, hash, clock());
    const count = await revokeOthers(tx, user.id, caller.tokenHash, clock());
    await meanwhile(tx);
    await origin.record(tx, { object: `user:${user.id}`, detail: { ended: String(count) } });
    return count;
  });
  if (ended === undefined) return refuseProof(deps, user.id, 'code_reused', origin);
  await tellSessions(deps, user.id);
  return ended;
}

const holderOf = ({ tokenHash }: Caller): string => `session:${sessionKey(tokenHash)}`;

/** A new secret for whoever proves both. @throws loginFailed */
export async function beginTotp(deps: SessionDeps, caller: Caller, given: Given, origin: Origin) {
  const proven = await judgeBoth(deps, caller, given, origin);
  const { user } = proven;
  const made = await inTransaction(deps.db, async (tx) => {
    const now = await spendProof(deps, tx, caller, proven);
    if (!now) return undefined;
    await origin.record(tx, { object: `user:${user.id}` });
    return makeNextSecret(deps, tx, now, holderOf(caller));
  });
  return made ?? refuseProof(deps, user.id, 'code_reused', origin);
}

/** Every other session of theirs ends with it. Returns how many. @throws staleVersion, loginFailed, loginLocked */
export async function changeTotp(
  deps: SessionDeps,
  caller: Caller,
  { secretId: id, totp: code }: { readonly secretId: string; readonly totp: string },
  origin: Origin,
  meanwhile: Meanwhile,
): Promise<number> {
  const { db, clock } = deps;
  const { userId, tokenHash } = caller;
  await reserveStepUp(db, userId, clock());
  const ended = await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    await requireLive(tx, tokenHash, clock());
    if (!(await takeNextSecret(deps, tx, user, { id, code, holder: holderOf(caller) }))) return undefined;
    await forgiveStepUp(tx, userId);
    const count = await revokeOthers(tx, userId, tokenHash, clock());
    await meanwhile(tx);
    await origin.record(tx, { object: `user:${userId}`, detail: { ended: String(count) } });
    return count;
  });
  if (ended === undefined) return refuseProof(deps, userId, 'code', origin);
  await tellSessions(deps, userId);
  return ended;
}
