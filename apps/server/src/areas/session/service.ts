import { createHash, randomBytes } from 'node:crypto';
import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller, Context } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SecretBox } from '../../secrets.ts';
import { decoyHash, hashPassword, verifyPassword } from './password.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

export interface SessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}
export interface Grant {
  readonly open_token: string;
  readonly expires_at: Date;
  readonly step_up_until: Date;
}
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly totp: string;
}
export type SessionService = ReturnType<typeof createSession>;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const totpPurpose = (email: string): string => `totp:${email}`;
type User = NonNullable<Awaited<ReturnType<typeof queries.findUserByEmail>>>;
type Origin = Pick<Context, 'network' | 'agent'>;

/** Logs in, keeps and ends sessions; the only code that sees passwords, authenticator secrets and tokens. */
export function createSession({ db, clock, secrets }: SessionDeps) {
  const secretOf = (user: User): string => secrets.open(user.totp_secret, totpPurpose(user.email));

  /** A new session with a fresh second factor. Only the token's hash is stored. */
  async function open(tx: Tx, userId: UserId, workspaceId: WorkspaceId | null, origin: Origin): Promise<Grant> {
    const token = randomBytes(32).toString('base64url');
    const now = clock();
    const expiresAt = new Date(now.getTime() + rules.absoluteMs);
    const stepUpUntil = new Date(now.getTime() + rules.stepUpMs);
    await queries.insertSession(tx, {
      tokenHash: hashToken(token),
      userId,
      workspaceId,
      now,
      expiresAt,
      stepUpUntil,
      agentFamily: rules.agentFamily(origin.agent),
      network: origin.network,
    });
    return { open_token: token, expires_at: expiresAt, step_up_until: stepUpUntil };
  }

  /** Counts the attempt against account and network before anything is judged; refuses while either is locked. */
  async function reserve(email: string, network: string): Promise<void> {
    const now = clock();
    const ladders = [
      { key: `net:${network}`, threshold: rules.ladderThresholds.network },
      { key: `acc:${email}`, threshold: rules.ladderThresholds.account },
    ];
    for (const { key, threshold } of ladders) {
      const until = await queries.reserveAttempt(db, key, threshold, now);
      if (until)
        throw refuse('loginLocked', { seconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) });
    }
  }

  /** A success clears the account's ladder, and takes only itself off the network's: an own account must not reset the guessing of others. */
  async function forgive(tx: Tx, email: string, network: string): Promise<void> {
    await queries.clearLadder(tx, `acc:${email}`);
    await queries.refundAttempt(tx, `net:${network}`);
  }

  /** Why a login fails, for the history only; the caller hears one uniform answer. */
  async function judge(user: User | undefined, password: string, code: string): Promise<{ step: number } | string> {
    const right = await verifyPassword(password, user?.password_hash ?? (await decoyHash()));
    if (!user) return 'unknown account';
    if (!right) return 'password';
    if (user.status !== 'active') return 'account locked';
    const step = totpStep(secretOf(user), code, clock());
    return step === null ? 'code' : { step };
  }

  /** Password and code in one, each code once; refuses with `loginFailed` or `loginLocked`. */
  async function enter(input: Credentials, origin: Origin, confirming: boolean): Promise<Grant> {
    const email = rules.emailKey(input.email);
    await reserve(email, origin.network);
    const user = await queries.findUserByEmail(db, email);
    const verdict = await judge(user, input.password, input.totp);
    const reason = typeof verdict === 'string' ? verdict : !confirming && !user?.totp_confirmed_at ? 'unconfirmed' : '';
    const record = { userId: user?.id ?? null, time: clock(), network: origin.network, agent: origin.agent };
    const grant =
      typeof verdict === 'string' || !user || reason !== '' ? undefined : await admit(user, verdict.step, origin);
    await queries.insertLogin(db, {
      ...record,
      result: grant !== undefined,
      reason: grant ? '' : reason || 'code reused',
    });
    if (!grant) throw refuse('loginFailed', {});
    return grant;
  }

  const admit = (user: User, step: number, origin: Origin): Promise<Grant | undefined> =>
    inTransaction(db, async (tx) => {
      if (!(await queries.takeTotpStep(tx, user.id, step))) return undefined;
      await forgive(tx, user.email, origin.network);
      await tx
        .updateTable('users')
        .set((eb) => ({
          last_login_at: clock(),
          totp_confirmed_at: eb.fn.coalesce('totp_confirmed_at', eb.val(clock())),
        }))
        .where('id', '=', user.id)
        .execute();
      const workspace = await queries.firstWorkspaceOf(tx, user.id);
      return open(tx, user.id, workspace?.workspace_id ?? null, origin);
    });

  return {
    login: (input: Credentials, origin: Origin) => enter(input, origin, false),
    /** As `login`, and from then on the authenticator counts as proven (set-up). */
    confirm: (input: Credentials, origin: Origin) => enter(input, origin, true),

    async logout(caller: Caller, everywhere: boolean): Promise<void> {
      if (everywhere) await queries.revokeAllSessions(db, caller.userId, clock());
      else await queries.revokeSession(db, caller.tokenHash, clock());
    },

    /** A fresh code buys a new token and five minutes for what needs one; the old token ends. */
    async stepUp(caller: Caller, code: string, origin: Origin): Promise<Grant> {
      await reserve(caller.email, origin.network);
      const user = await queries.findUser(db, caller.userId);
      const step = totpStep(secretOf(user), code, clock());
      return inTransaction(db, async (tx) => {
        if (step === null || !(await queries.takeTotpStep(tx, user.id, step))) throw refuse('secondFactorFailed', {});
        if (!(await queries.revokeSession(tx, caller.tokenHash, clock()))) throw refuse('notLoggedIn', {});
        await forgive(tx, user.email, origin.network);
        return open(tx, user.id, caller.workspaceId, origin);
      });
    },

    /** The caller behind a token, or null. Counts as use of the session unless `touch` is false. */
    async authenticate(token: string, agent: string, touch = true): Promise<Caller | null> {
      const tokenHash = hashToken(token);
      const session = token.length > 100 ? undefined : await queries.findSession(db, tokenHash);
      const now = clock();
      if (session?.userStatus !== 'active' || !rules.isLive(session, now)) return null;
      if (session.agentFamily !== rules.agentFamily(agent)) return null;
      if (touch && now.getTime() - session.lastSeenAt.getTime() >= rules.touchMs)
        await queries.touchSession(db, tokenHash, now);
      const { userId, email, workspaceId, memberId, role, stepUpUntil } = session;
      return {
        userId,
        email,
        workspaceId: memberId === null ? null : workspaceId,
        memberId,
        role,
        tokenHash,
        stepUpUntil,
      };
    },

    /**
     * A user who has yet to prove their authenticator. The same e-mail and password give the same secret again; another password starts
     * over. Must not be called for a user who is confirmed.
     */
    async enroll(tx: Tx, input: { email: string; password: string; nickName: string }) {
      if (input.password.length < rules.minPasswordLength)
        throw refuse('weakPassword', { min: rules.minPasswordLength });
      const email = rules.emailKey(input.email);
      const known = await queries.findUserByEmail(tx, email);
      const secret =
        known && (await verifyPassword(input.password, known.password_hash)) ? secretOf(known) : newTotpSecret();
      const fields = {
        email,
        nick_name: input.nickName,
        password_hash: await hashPassword(input.password),
        totp_secret: secrets.seal(secret, totpPurpose(email)),
      };
      const { id } = await tx
        .insertInto('users')
        .values(fields)
        .onConflict((oc) => oc.column('email').doUpdateSet(fields))
        .returning('id')
        .executeTakeFirstOrThrow();
      return { userId: id, secret, uri: totpUri(secret, email) };
    },
    isConfirmed: async (userId: UserId): Promise<boolean> =>
      (await queries.findUser(db, userId)).totp_confirmed_at !== null,
    async contact(userId: UserId): Promise<{ email: string; name: string }> {
      const { email, nick_name: name } = await queries.findUser(db, userId);
      return { email, name };
    },
    moveSessions: queries.moveSessions,
  };
}
