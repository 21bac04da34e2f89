import type { UserId } from '@holdfast/contract';
import type { Tx } from '../../db/database.ts';
import type { Caller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import { type LockedUser, lockSession, lockUser } from './login-queries.ts';
import { forgiveStepUp, reserveStepUp } from './login-throttle.ts';
import { verifyPassword } from './password.ts';
import * as queries from './queries.ts';
import { isLive } from './rules.ts';
import type { Origin } from './tokens.ts';
import { openTotpSecret } from './totp.ts';

export interface Given {
  readonly password: string;
  readonly totp: string;
}
type User = Awaited<ReturnType<typeof queries.findUser>>;
/** What was judged, and against what: that has to be so still when it is gone by. */
export interface Proven {
  readonly user: User;
  readonly step: number;
}

/** Is this still how they log in, as it was when their password or code was judged? */
export const isUnchanged = (now: LockedUser, judged: User): boolean =>
  now.status === 'active' && now.password_hash === judged.password_hash && now.totp_secret === judged.totp_secret;

export async function refuseProof(
  { db }: SessionDeps,
  userId: UserId,
  reason: string,
  origin: Pick<Origin, 'record'>,
): Promise<never> {
  await origin.record(db, { object: `user:${userId}`, result: 'refused', detail: { reason } });
  throw refuse('loginFailed', {});
}

/** Password and code of whoever is logged in: two answers to one question, so a stolen session learns neither. @throws loginFailed, loginLocked */
export async function judgeBoth(deps: SessionDeps, caller: Caller, given: Given, origin: Origin): Promise<Proven> {
  const { db, clock, secrets, authenticator } = deps;
  await reserveStepUp(db, caller.userId, clock());
  const user = await queries.findUser(db, caller.userId);
  const right = await verifyPassword(given.password, user.password_hash);
  const step = authenticator.step(openTotpSecret(secrets, user), given.totp, clock());
  if (!right || step === null || user.totp_last_step >= step)
    return refuseProof(deps, user.id, right ? 'code' : 'password', origin);
  await forgiveStepUp(db, user.id);
  return { user, step };
}

/**
 * Goes by a proof inside the transaction that it is for: what it was judged against holds still, the session does, and the code is used from now on. Undefined when
 * somebody was first.
 * @throws notLoggedIn
 */
export async function spendProof(
  { clock }: SessionDeps,
  tx: Tx,
  { tokenHash }: Caller,
  { user, step }: Proven,
): Promise<LockedUser | undefined> {
  const now = await lockUser(tx, user.id);
  await requireLive(tx, tokenHash, clock());
  return isUnchanged(now, user) && (await queries.takeTotpStep(tx, user.id, step)) ? now : undefined;
}

/** @throws notLoggedIn for a session that ended meanwhile */
export async function requireLive(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  const session = await lockSession(tx, tokenHash);
  if (!session || !isLive(session, now)) throw refuse('notLoggedIn', {});
}
