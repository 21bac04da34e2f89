import type { UserId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import * as queries from './queries.ts';
import { ladderThresholds, networkOf } from './rules.ts';

interface Throttle {
  readonly key: string;
  readonly threshold: number;
}
/**
 * Who fails from somewhere locks the account there and nowhere else, so that a stranger who knows an e-mail cannot keep its owner out; only
 * very many failures from many networks lock it everywhere (threats.md T61).
 */
const loginLadders = (email: string, network: string) => ({
  network: { key: `net:${network}`, threshold: ladderThresholds.network },
  here: { key: `acc:${email}|${networkOf(network)}`, threshold: ladderThresholds.account },
  everywhere: { key: `acc:${email}`, threshold: ladderThresholds.accountEverywhere },
});
/** Step-up has a throttle of its own: who asks for it has a session already, and failed logins must not keep them from it. */
const stepUpThrottle = (userId: UserId): Throttle => ({ key: `step:${userId}`, threshold: ladderThresholds.account });

/** Counts the attempt on each; refuses with `loginLocked` at the first that is locked. Returns the end of a lock that this attempt began. */
async function reserve(db: Db, throttles: readonly Throttle[], now: Date): Promise<Date | null> {
  let next: Date | null = null;
  for (const { key, threshold } of throttles) {
    const { may, lockedUntil } = await queries.reserveAttempt(db, key, threshold, now);
    if (!may)
      throw refuse('loginLocked', {
        minutes: Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 60_000)),
      });
    next = lockedUntil ?? next;
  }
  return next;
}

/**
 * Counts the attempt against network and account before anything is judged; refuses with `loginLocked` while either is locked. Returns until when
 * one of them is locked if this attempt is wrong, or null.
 */
export function reserveAttempt(db: Db, email: string, network: string, now: Date): Promise<Date | null> {
  const { network: whole, here, everywhere } = loginLadders(email, network);
  return reserve(db, [whole, here, everywhere], now);
}

/**
 * A success clears the account's throttle where it happened, and takes only itself off the others: an own account must not reset the guessing of
 * others, nor a login here the guessing of this account elsewhere.
 */
export async function forgiveAttempt(db: Db, email: string, network: string): Promise<void> {
  const { network: whole, here, everywhere } = loginLadders(email, network);
  await queries.clearLadder(db, here.key);
  await queries.refundAttempt(db, whole.key, whole.threshold);
  await queries.refundAttempt(db, everywhere.key, everywhere.threshold);
}

/** As `reserveAttempt`, for a fresh code of somebody logged in. */
export const reserveStepUp = (db: Db, userId: UserId, now: Date): Promise<Date | null> =>
  reserve(db, [stepUpThrottle(userId)], now);
export const forgiveStepUp = (db: Db, userId: UserId) => queries.clearLadder(db, stepUpThrottle(userId).key);
