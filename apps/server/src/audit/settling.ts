import type { Db } from '../db/database.ts';
import { sqlState } from '../db/transaction.ts';
import { refuse } from '../refuse.ts';
import type { LogDeps } from './deps.ts';
import { sequence } from './sequencer.ts';

/** PostgreSQL's lock_not_available. */
const lockNotAvailable = '55P03';

interface Rounds {
  running?: Promise<void>;
  /** Begins when that has ended, for all who came meanwhile. */
  next?: Promise<void>;
}
const roundsOf = new WeakMap<Db, Rounds>();

/** @throws databaseBusy where another server is at it and goes on with nothing */
async function chainAll({ db, own }: Pick<LogDeps, 'db' | 'own'>): Promise<void> {
  try {
    while ((await sequence(db, own.key.name)) > 0);
  } catch (error) {
    throw sqlState(error) === lockNotAvailable ? refuse('databaseBusy', {}) : error;
  }
}

function begin(deps: Pick<LogDeps, 'db' | 'own'>, rounds: Rounds): Promise<void> {
  delete rounds.next;
  rounds.running = chainAll(deps).finally(() => {
    delete rounds.running;
  });
  return rounds.running;
}

/**
 * Chains all that waits now. The round under way may have looked before what its caller means was written, so whoever comes while this process is at it shares the
 * next one: however many exports wait for another server, they take one transaction of those that there are, and not one each.
 */
export function settle(deps: Pick<LogDeps, 'db' | 'own'>): Promise<void> {
  const rounds = roundsOf.get(deps.db) ?? {};
  roundsOf.set(deps.db, rounds);
  if (rounds.next !== undefined) return rounds.next;
  if (rounds.running === undefined) return begin(deps, rounds);
  rounds.next = rounds.running.catch(() => undefined).then(() => begin(deps, rounds));
  return rounds.next;
}
