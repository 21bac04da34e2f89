import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import { isFormer, keepFormer } from './former.ts';
import { type LockedUser, lockUser, setPassword } from './login-queries.ts';
import { forgiveAttempt, reserveAttempt } from './login-throttle.ts';
import { checkNewPassword } from './new-password.ts';
import { makeNextSecret, takeNextSecret } from './next-secret.ts';
import { tellSessions } from './own-sessions.ts';
import { verifyPassword } from './password.ts';
import { isUnchanged } from './proof.ts';
import * as queries from './queries.ts';
import type { Origin } from './tokens.ts';
import { openTotpSecret } from './totp.ts';

/** A reset that can be used. Who may have one is areas/account's to say; here it is only gone by. */
export interface Lost {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  /** Such as `reset:12`. */
  readonly object: string;
  /** For whoever reads the log. */
  readonly detail: Readonly<Record<string, string>>;
  /** Holds it until the transaction ends, once its user is held. @throws resetInvalid when it cannot be used any more */
  readonly hold: (tx: Tx) => Promise<unknown>;
  readonly done: (tx: Tx) => Promise<unknown>;
}

const record = (lost: Lost, { record: write }: Origin, on: Parameters<Origin['record']>[0], reason?: string) =>
  write(on, {
    workspaceId: lost.workspaceId,
    object: lost.object,
    ...(reason === undefined ? {} : { result: 'refused' as const }),
    detail: reason === undefined ? lost.detail : { ...lost.detail, reason },
  });

async function refuseLost({ db }: SessionDeps, lost: Lost, origin: Origin, reason: string): Promise<never> {
  await record(lost, origin, db, reason);
  throw refuse('loginFailed', {});
}

/** The user and then the reset, held: always in this order. */
async function holdBoth(tx: Tx, { userId, hold }: Lost): Promise<LockedUser> {
  const user = await lockUser(tx, userId);
  if (user.status !== 'active') throw refuse('resetInvalid', {});
  await hold(tx);
  return user;
}

/** What all of them end with. */
async function finish({ clock }: SessionDeps, tx: Tx, lost: Lost, user: LockedUser, origin: Origin): Promise<void> {
  await forgiveAttempt(tx, user.email, origin.network);
  await queries.revokeAllSessions(tx, user.id, clock());
  await lost.done(tx);
  await record(lost, origin, tx);
}

/** A new password for whoever still has their authenticator. @throws weakPassword, guessablePassword, formerPassword, loginFailed, resetInvalid, loginLocked */
export async function setLostPassword(
  deps: SessionDeps,
  lost: Lost,
  { totp, next }: { readonly totp: string; readonly next: string },
  origin: Origin,
): Promise<void> {
  const { db, clock, secrets, passwords, authenticator } = deps;
  const user = await queries.findUser(db, lost.userId);
  await reserveAttempt(db, user.email, origin.network, clock());
  const step = authenticator.step(openTotpSecret(secrets, user), totp, clock());
  if (step === null || user.totp_last_step >= step) return refuseLost(deps, lost, origin, 'code');
  await forgiveAttempt(db, user.email, origin.network);
  await checkNewPassword(next, [user.email, user.nick_name, ...(await queries.workspaceNames(db, user.id))]);
  if (await isFormer(db, user, next)) throw refuse('formerPassword', {});
  const hash = await passwords.hash(next);
  const set = await inTransaction(db, async (tx) => {
    const now = await holdBoth(tx, lost);
    if (!isUnchanged(now, user) || !(await queries.takeTotpStep(tx, user.id, step))) return false;
    await keepFormer(tx, now, clock());
    await setPassword(tx, user.id, hash, clock());
    await finish(deps, tx, lost, now, origin);
    return true;
  });
  if (!set) return refuseLost(deps, lost, origin, 'code_reused');
  await tellSessions(deps, user.id);
}

/** A new secret for whoever still knows their password. @throws loginFailed, resetInvalid, loginLocked */
export async function beginLostTotp(deps: SessionDeps, lost: Lost, password: string, origin: Origin) {
  const { db, clock } = deps;
  const user = await queries.findUser(db, lost.userId);
  await reserveAttempt(db, user.email, origin.network, clock());
  if (!(await verifyPassword(password, user.password_hash))) return refuseLost(deps, lost, origin, 'password');
  const made = await inTransaction(db, async (tx) => {
    const now = await holdBoth(tx, lost);
    if (!isUnchanged(now, user)) return undefined;
    await forgiveAttempt(tx, user.email, origin.network);
    await record(lost, origin, tx);
    return makeNextSecret(deps, tx, now, lost.object);
  });
  return made ?? refuseLost(deps, lost, origin, 'password');
}

/** @throws staleVersion, loginFailed, resetInvalid, loginLocked */
export async function setLostTotp(
  deps: SessionDeps,
  lost: Lost,
  { secretId: id, totp: code }: { readonly secretId: string; readonly totp: string },
  origin: Origin,
): Promise<void> {
  const { db, clock } = deps;
  const { email } = await queries.findUser(db, lost.userId);
  await reserveAttempt(db, email, origin.network, clock());
  const set = await inTransaction(db, async (tx) => {
    const now = await holdBoth(tx, lost);
    if (!(await takeNextSecret(deps, tx, now, { id, code, holder: lost.object }))) return false;
    await finish(deps, tx, lost, now, origin);
    return true;
  });
  if (!set) return refuseLost(deps, lost, origin, 'code');
  await tellSessions(deps, lost.userId);
}
