import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import * as queries from './queries.ts';
import { ladderThresholds } from './rules.ts';

const accountKey = (email: string): string => `acc:${email}`;
const networkKey = (network: string): string => `net:${network}`;

/**
 * Counts the attempt against network and account before anything is judged; refuses with `loginLocked` while either is locked. Returns until when
 * one of them is locked if this attempt is wrong, or null.
 */
export async function reserveAttempt(db: Db, email: string, network: string, now: Date): Promise<Date | null> {
  const ladders = [
    { key: networkKey(network), threshold: ladderThresholds.network },
    { key: accountKey(email), threshold: ladderThresholds.account },
  ];
  let next: Date | null = null;
  for (const { key, threshold } of ladders) {
    const { may, lockedUntil } = await queries.reserveAttempt(db, key, threshold, now);
    if (!may)
      throw refuse('loginLocked', { seconds: Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)) });
    next = lockedUntil ?? next;
  }
  return next;
}

/** A success clears the account's ladder, and takes only itself off the network's: an own account must not reset the guessing of others. */
export async function forgiveAttempt(db: Db, email: string, network: string): Promise<void> {
  await queries.clearLadder(db, accountKey(email));
  await queries.refundAttempt(db, networkKey(network));
}
