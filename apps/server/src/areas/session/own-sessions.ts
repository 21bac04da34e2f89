import type { UserId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import * as queries from './login-queries.ts';
import { isLive } from './rules.ts';

/** Those that could call now. */
export async function liveSessions({ db, clock }: SessionDeps, { userId, tokenHash }: Caller) {
  const now = clock();
  const rows = await queries.openSessions(db, userId, now);
  return rows
    .filter((row) =>
      isLive({ lastSeenAt: row.last_seen_at, expiresAt: row.expires_at, revokedAt: row.revoked_at }, now),
    )
    .map((row) => ({ ...row, current: row.token_hash.equals(tokenHash) }));
}

/** Whoever is a member with them sees it at once, and so do the sessions that ended. */
export async function tellSessions({ db, notifier }: SessionDeps, userId: UserId): Promise<void> {
  for (const workspaceId of await queries.workspacesOf(db, userId)) notifier.changed(workspaceId, 'account', '');
}

/** @throws itemNotFound for one that is over, or not the caller's */
export async function endSession(deps: SessionDeps, { userId }: Caller, id: string, record: Recorder): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.revokeOne(tx, userId, id, deps.clock()))) throw refuse('itemNotFound', {});
    await record(tx, { object: `user:${userId}`, detail: { ended: '1' } });
  });
  await tellSessions(deps, userId);
}

export async function endOthers(deps: SessionDeps, { userId, tokenHash }: Caller, record: Recorder): Promise<number> {
  const ended = await inTransaction(deps.db, async (tx) => {
    const count = await queries.revokeOthers(tx, userId, tokenHash, deps.clock());
    await record(tx, { object: `user:${userId}`, detail: { ended: String(count) } });
    return count;
  });
  await tellSessions(deps, userId);
  return ended;
}
