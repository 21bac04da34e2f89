import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import { lockUser } from './login-queries.ts';
import { forgiveAttempt, reserveAttempt } from './login-throttle.ts';
import { tellSessions } from './own-sessions.ts';
import { verifyPassword } from './password.ts';
import { isUnchanged } from './proof.ts';
import * as queries from './queries.ts';
import { agentFamily, emailKey, networkOf } from './rules.ts';
import { type Grant, type Origin, openSession } from './tokens.ts';
import { openTotpSecret } from './totp.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly totp: string;
}
type User = NonNullable<Awaited<ReturnType<typeof queries.findUserByEmail>>>;
type Verdict = { readonly step: number } | { readonly reason: string };

/** Why a login fails is for the history only; the caller hears one uniform answer, after the same work. */
async function judge(deps: SessionDeps, user: User | undefined, { password, totp }: Credentials): Promise<Verdict> {
  const right = await verifyPassword(password, user?.password_hash ?? (await deps.passwords.decoyHash()));
  if (!user) return { reason: 'unknown_account' };
  if (!right) return { reason: 'password' };
  if (user.status !== 'active') return { reason: 'account_locked' };
  const step = deps.authenticator.step(openTotpSecret(deps.secrets, user), totp, deps.clock());
  return step === null ? { reason: 'code' } : { step };
}

const method = 'password+totp';

/** Notes where the user comes from. `first`: the first login at all, which can only be their own set-up. */
async function noteDevice(tx: Tx, user: User, { network, agent }: Origin, now: Date) {
  const device = { device: agentFamily(agent), network: networkOf(network) };
  const first = !(await queries.hasDevice(tx, user.id));
  const fresh = await queries.noteDevice(tx, user.id, device, now);
  return { device: device.device, seen: first ? 'first' : fresh ? 'new' : 'known' };
}

/** Takes the code's step and opens the session, or undefined when the step was taken before, or what was judged has changed meanwhile. */
function admit({ db, clock }: SessionDeps, user: User, step: number, origin: Origin): Promise<Grant | undefined> {
  return inTransaction(db, async (tx) => {
    if (!isUnchanged(await lockUser(tx, user.id), user)) return undefined;
    if (!(await queries.takeTotpStep(tx, user.id, step))) return undefined;
    await forgiveAttempt(tx, user.email, origin.network);
    await queries.recordSuccess(tx, user.id, clock());
    const seen = await noteDevice(tx, user, origin, clock());
    const who = `user:${user.id}`;
    await origin.record(tx, { actor: who, object: who, detail: { method, ...seen } });
    const workspaceId = (await queries.firstWorkspaceOf(tx, user.id))?.workspace_id ?? null;
    return openSession(tx, { userId: user.id, workspaceId, origin, now: clock() });
  });
}

/**
 * Password and code together, each code once; refuses with `loginFailed` or `loginLocked`, and with `userFrozen` who has both right and is to be
 * removed. `confirming` lets a user in whose authenticator is
 * not proven yet, and from then on it is (set-up).
 */
export async function enter(
  deps: SessionDeps,
  input: Credentials,
  origin: Origin,
  confirming: boolean,
): Promise<Grant> {
  const { db, clock } = deps;
  const email = emailKey(input.email);
  const lockedUntil = await reserveAttempt(db, email, origin.network, clock());
  const user = await queries.findUserByEmail(db, email);
  const verdict = await judge(deps, user, input);
  const unconfirmed = !confirming && user !== undefined && user.totp_confirmed_at === null;
  const right = 'step' in verdict && user && !unconfirmed ? { user, step: verdict.step } : undefined;
  const leaving = right !== undefined && (await queries.isToBeRemoved(db, right.user.id, clock()));
  const grant = right && !leaving ? await admit(deps, right.user, right.step, origin) : undefined;
  if (grant && right) await tellSessions(deps, right.user.id);
  if (grant) return grant;
  const mistake = 'reason' in verdict ? verdict.reason : unconfirmed ? 'unconfirmed' : 'code_reused';
  const reason = leaving ? 'to_be_removed' : mistake;
  const object = user ? `user:${user.id}` : '';
  const locked = lockedUntil ? { lockedUntil: lockedUntil.toISOString() } : {};
  const detail = { method, reason, device: agentFamily(origin.agent), ...locked };
  await origin.record(db, { object, result: 'refused', detail });
  throw refuse(leaving ? 'userFrozen' : 'loginFailed', {});
}
