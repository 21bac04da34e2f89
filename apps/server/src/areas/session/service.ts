import type { UserId } from '@holdfast/contract';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SecretBox } from '../../secrets.ts';
import type { SessionDeps } from './deps.ts';
import { forgiveAttempt, reserveAttempt } from './ladder.ts';
import { type Credentials, enter } from './login.ts';
import { hashPassword, verifyPassword } from './password.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { createAuthenticate, type Grant, type Origin, openSession } from './tokens.ts';
import { newTotpSecret, openTotpSecret, sealTotpSecret, totpStep, totpUri } from './totp.ts';

export type { Credentials } from './login.ts';
export type SessionService = ReturnType<typeof createSession>;

/** A fresh code buys a new token and five minutes for what needs one; the old token ends. */
async function stepUp(
  { db, clock, secrets }: SessionDeps,
  caller: Caller,
  code: string,
  origin: Origin,
): Promise<Grant> {
  await reserveAttempt(db, caller.email, origin.network, clock());
  const user = await queries.findUser(db, caller.userId);
  const step = totpStep(openTotpSecret(secrets, user), code, clock());
  return inTransaction(db, async (tx) => {
    if (step === null || !(await queries.takeTotpStep(tx, user.id, step))) throw refuse('secondFactorFailed', {});
    if (!(await queries.revokeSession(tx, caller.tokenHash, clock()))) throw refuse('notLoggedIn', {});
    await forgiveAttempt(tx, user.email, origin.network);
    return openSession(tx, { userId: user.id, workspaceId: caller.workspaceId, origin, now: clock() });
  });
}

interface Enrolment {
  readonly email: string;
  readonly password: string;
  readonly nickName: string;
}
/**
 * A user who has yet to prove their authenticator. The same e-mail and password give the same secret again; another password starts over. Must not
 * be called for a user who is confirmed.
 */
async function enroll(secrets: SecretBox, tx: Tx, input: Enrolment) {
  if (input.password.length < rules.minPasswordLength) throw refuse('weakPassword', { min: rules.minPasswordLength });
  const email = rules.emailKey(input.email);
  const known = await queries.findUserByEmail(tx, email);
  const again = known !== undefined && (await verifyPassword(input.password, known.password_hash));
  const secret = again ? openTotpSecret(secrets, known) : newTotpSecret();
  const { id } = await queries.upsertUser(tx, {
    email,
    nick_name: input.nickName,
    password_hash: await hashPassword(input.password),
    totp_secret: sealTotpSecret(secrets, email, secret),
  });
  return { userId: id, secret, uri: totpUri(secret, email) };
}

/** Logs in, keeps and ends sessions; the only area that sees passwords, authenticator secrets and tokens. */
export function createSession(deps: SessionDeps) {
  const { db, clock, secrets } = deps;
  return {
    login: (input: Credentials, origin: Origin) => enter(deps, input, origin, false),
    /** As `login`, and from then on the authenticator counts as proven (set-up). */
    confirm: (input: Credentials, origin: Origin) => enter(deps, input, origin, true),
    stepUp: (caller: Caller, code: string, origin: Origin) => stepUp(deps, caller, code, origin),
    authenticate: createAuthenticate(deps),
    enroll: (tx: Tx, input: Enrolment) => enroll(secrets, tx, input),
    moveSessions: queries.moveSessions,
    purge: () => queries.purge(db, clock()),

    async logout(caller: Caller, everywhere: boolean): Promise<void> {
      if (everywhere) await queries.revokeAllSessions(db, caller.userId, clock());
      else await queries.revokeSession(db, caller.tokenHash, clock());
    },
    isConfirmed: async (userId: UserId): Promise<boolean> =>
      (await queries.findUser(db, userId)).totp_confirmed_at !== null,
    async contact(userId: UserId): Promise<{ email: string; name: string }> {
      const { email, nick_name: name } = await queries.findUser(db, userId);
      return { email, name };
    },
  };
}
