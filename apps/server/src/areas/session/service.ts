import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import { type Credentials, enter } from './login.ts';
import { lockUser } from './login-queries.ts';
import { forgiveStepUp, reserveStepUp } from './login-throttle.ts';
import { checkNewPassword } from './new-password.ts';
import { createOwnLogin } from './own-login.ts';
import { tellSessions } from './own-sessions.ts';
import { verifyPassword } from './password.ts';
import { isUnchanged } from './proof.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { callerOfSession, createAuthenticate, createWhyOver, type Grant, type Origin, openSession } from './tokens.ts';
import { newTotpSecret, openTotpSecret, sealTotpSecret } from './totp.ts';

export type { Credentials } from './login.ts';
export type { Lost } from './lost.ts';
export type SessionService = ReturnType<typeof createSession>;

/** A fresh code buys a new token and five minutes for what needs one; the old token ends. */
async function stepUp(deps: SessionDeps, caller: Caller, code: string, origin: Origin): Promise<Grant> {
  const { db, clock, secrets, authenticator } = deps;
  await reserveStepUp(db, caller.userId, clock());
  const user = await queries.findUser(db, caller.userId);
  const step = authenticator.step(openTotpSecret(secrets, user), code, clock());
  const object = `user:${user.id}`;
  const method = 'step_up';
  const refused = async (reason: string): Promise<never> => {
    await origin.record(db, { object, result: 'refused', detail: { method, reason } });
    throw refuse('secondFactorFailed', {});
  };
  if (step === null) return refused('code');
  const grant = await inTransaction(db, async (tx) => {
    if (!isUnchanged(await lockUser(tx, user.id), user)) return undefined;
    if (!(await queries.takeTotpStep(tx, user.id, step))) return undefined;
    const since = await queries.revokeSession(tx, caller.tokenHash, clock());
    if (!since) throw refuse('notLoggedIn', {});
    await forgiveStepUp(tx, user.id);
    await origin.record(tx, { object, detail: { method } });
    return openSession(tx, { userId: user.id, workspaceId: caller.workspaceId, origin, now: clock(), since });
  });
  if (!grant) return refused('code_reused');
  await tellSessions(deps, user.id);
  return grant;
}

type EnrolDeps = Pick<SessionDeps, 'secrets' | 'passwords' | 'authenticator'>;
interface Enrolment {
  readonly email: string;
  readonly password: string;
  readonly nickName: string;
  /** What the workspace is called that they come into; missing as long as it has no name. */
  readonly workspace?: string;
  /** They chose their password before: another is refused. Missing = it starts over. */
  readonly again?: boolean;
}
/**
 * A user who has yet to prove their authenticator. The same e-mail and password give the same secret again; another password starts over, where `again` does
 * not forbid it. Must not be called for a user who is confirmed, nor with a new password that `checkEnrolment` was not asked about.
 * @throws loginFailed
 */
async function enroll({ secrets, passwords, authenticator }: EnrolDeps, tx: Tx, input: Enrolment) {
  const email = rules.emailKey(input.email);
  const known = await queries.findUserByEmail(tx, email);
  const again = known !== undefined && (await verifyPassword(input.password, known.password_hash));
  if (input.again && !again) throw refuse('loginFailed', {});
  const secret = again ? openTotpSecret(secrets, known) : newTotpSecret();
  const { id } = await queries.upsertUser(tx, {
    email,
    nick_name: input.nickName,
    password_hash: await passwords.hash(input.password),
    totp_secret: sealTotpSecret(secrets, email, secret),
  });
  return { userId: id, secret, uri: authenticator.uri(secret, email) };
}

/**
 * Whether the password is good enough; of somebody who has an account it is not a new one. Takes a moment, so no transaction may wait for it.
 * @throws weakPassword, guessablePassword
 */
async function checkEnrolment(
  { db }: SessionDeps,
  { email, password, nickName, workspace = '' }: Enrolment,
): Promise<void> {
  const known = await queries.findUserByEmail(db, rules.emailKey(email));
  if (!known?.totp_confirmed_at) await checkNewPassword(password, [email, nickName, workspace]);
}

/** As `enroll`, but somebody who has an account already proves it by its password and keeps everything; who is locked out, and an API client, joins nothing. @throws inviteInvalid */
async function enrollInvited(deps: EnrolDeps, tx: Tx, input: Enrolment) {
  const known = await queries.findUserByEmail(tx, rules.emailKey(input.email));
  if (known && known.status !== 'active') throw refuse('inviteInvalid', {});
  if (!known?.totp_confirmed_at) return enroll(deps, tx, input);
  if (!(await verifyPassword(input.password, known.password_hash))) throw refuse('inviteInvalid', {});
  return { userId: known.id, secret: '', uri: '' };
}

/** Logs in, keeps and ends sessions; the only area that sees passwords, authenticator secrets and tokens. */
export function createSession(deps: SessionDeps) {
  const { db, clock } = deps;
  return {
    login: (input: Credentials, origin: Origin) => enter(deps, input, origin, false),
    /** As `login`, and from then on the authenticator counts as proven (set-up). */
    confirm: (input: Credentials, origin: Origin) => enter(deps, input, origin, true),
    stepUp: (caller: Caller, code: string, origin: Origin) => stepUp(deps, caller, code, origin),
    authenticate: createAuthenticate(deps),
    callerOf: (tokenHash: Buffer) => callerOfSession(deps, tokenHash),
    whyOver: createWhyOver(deps),
    checkEnrolment: (input: Enrolment) => checkEnrolment(deps, input),
    enroll: (tx: Tx, input: Enrolment) => enroll(deps, tx, input),
    enrollInvited: (tx: Tx, input: Enrolment) => enrollInvited(deps, tx, input),
    moveSessions: queries.moveSessions,
    /** Logs a member out of their workspace, everywhere; they may log in again. Returns how many sessions ended. */
    endOfMember: (tx: Tx, workspaceId: WorkspaceId, memberId: string): Promise<number> =>
      queries.revokeSessionsOfMember(tx, workspaceId, memberId, clock()),
    purge: () => queries.purge(db, clock()),

    /** Ends this session or all of the user's; returns how many were ended. */
    async logout(caller: Caller, everywhere: boolean, record: Recorder): Promise<number> {
      const ended = await inTransaction(db, async (tx) => {
        const count = everywhere
          ? await queries.revokeAllSessions(tx, caller.userId, clock())
          : Number((await queries.revokeSession(tx, caller.tokenHash, clock())) !== undefined);
        await record(tx, { object: `user:${caller.userId}`, detail: { ended: String(count) } });
        return count;
      });
      await tellSessions(deps, caller.userId);
      return ended;
    },
    ...createOwnLogin(deps),
    /** @param on the caller's transaction, where there is one */
    isConfirmed: async (userId: UserId, on = db): Promise<boolean> =>
      (await queries.findUser(on, userId)).totp_confirmed_at !== null,
    async contact(userId: UserId): Promise<{ email: string; name: string }> {
      const { email, nick_name: name } = await queries.findUser(db, userId);
      return { email, name };
    },
  };
}
