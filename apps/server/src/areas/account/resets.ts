import { createHash, randomBytes } from 'node:crypto';
import type { Factor } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { MemberCaller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { Lost } from '../session/service.ts';
import type { AccountDeps } from './deps.ts';
import * as queries from './queries.ts';
import { isReady, usableMs } from './rules.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
/** What the log says of one, and whoever is told of it. */
const factsOf = ({
  what,
  name,
  member_id: member,
  by,
}: Pick<queries.OpenReset, 'what' | 'name' | 'member_id' | 'by'>) => ({
  what,
  name,
  member,
  by,
});

export const listResets = ({ db, clock }: AccountDeps, { workspaceId, userId, role }: MemberCaller) =>
  queries.openResets(db, workspaceId, role === 'owner' ? undefined : userId, clock());

/**
 * A link for a member who lost something, of which no copy is kept. It can be used after the wait alone, and beside it the member needs what they did not lose.
 * @throws memberNotFound (also for the owner themselves), resetElsewhere, resetOpen
 */
export async function askReset(
  { db, clock, sessions, origin, resetDelayMs }: AccountDeps,
  { workspaceId, userId: by }: MemberCaller,
  { memberId, what }: { readonly memberId: string; readonly what: Factor },
  record: Recorder,
) {
  const token = randomBytes(32).toString('base64url');
  const made = await inTransaction(db, async (tx) => {
    const now = clock();
    const found = await queries.findMember(tx, workspaceId, memberId);
    if (!found) throw refuse('memberNotFound', {});
    const { id: userId, name } = found;
    if (userId === by) throw refuse('memberNotFound', {});
    await sessions.hold(tx, userId);
    if (await queries.isMemberElsewhere(tx, userId, workspaceId)) throw refuse('resetElsewhere', { name });
    const [open] = await queries.openResets(tx, workspaceId, userId, now);
    if (open) throw refuse('resetOpen', { name });
    // One that cannot be used any more is in nobody's way.
    await queries.overtake(tx, userId, now);
    const dueAt = new Date(now.getTime() + resetDelayMs);
    const expiresAt = new Date(dueAt.getTime() + usableMs);
    const reset = { workspaceId, userId, what, tokenHash: hashOf(token), by, now, dueAt, expiresAt };
    const { id } = await queries.insertReset(tx, reset);
    const { nick_name } = await queries.findUser(tx, by);
    const facts = factsOf({ what, name, member_id: memberId, by: nick_name });
    await record(tx, { object: `reset:${id}`, detail: { ...facts, until: dueAt.toISOString() } });
    return { id, userId, dueAt, expiresAt };
  });
  await sessions.tell(made.userId);
  // Behind # it is sent to no server, and stands in no log.
  return { ...made, link: `${origin}/mpc/reset#${new URLSearchParams({ token })}` };
}

/** @throws itemNotFound for one that is over, or that is neither about the caller nor in a workspace that they own */
export async function stopReset(
  { db, clock, sessions }: AccountDeps,
  { workspaceId, userId, role }: MemberCaller,
  id: number,
  record: Recorder,
): Promise<void> {
  const found = await queries.openById(db, id, clock());
  const may = found?.workspace_id === workspaceId && (found.user_id === userId || role === 'owner');
  if (!found || !may) throw refuse('itemNotFound', {});
  await inTransaction(db, async (tx) => {
    await sessions.hold(tx, found.user_id);
    if (!(await queries.lockReset(tx, id))) throw refuse('itemNotFound', {});
    await queries.endReset(tx, id, 'stopped', clock());
    await sessions.forgetNextSecret(tx, found.user_id);
    const { nick_name: actor } = await queries.findUser(tx, userId);
    await record(tx, { object: `reset:${id}`, detail: { ...factsOf(found), stoppedBy: actor } });
  });
  await sessions.tell(found.user_id);
}

/** @throws resetInvalid: unknown, ended and too old look the same from outside */
export async function findReset({ db, clock }: AccountDeps, token: string): Promise<queries.OpenReset> {
  const found = await queries.openByToken(db, hashOf(token), clock());
  if (!found) throw refuse('resetInvalid', {});
  return found;
}

/** One that can be used now, for what it was asked for. @throws resetInvalid */
export async function readyReset(deps: AccountDeps, token: string, what: Factor): Promise<Lost> {
  const { clock } = deps;
  const found = await findReset(deps, token);
  const { id, user_id: userId, workspace_id: workspaceId } = found;
  if (found.what !== what || !isReady(found, clock())) throw refuse('resetInvalid', {});
  return {
    userId,
    workspaceId,
    object: `reset:${id}`,
    detail: factsOf(found),
    async hold(tx) {
      // First the lock, then the look: what somebody changed meanwhile is seen.
      const held = await queries.lockReset(tx, id);
      const now = await queries.openById(tx, id, clock());
      if (!held || !now || !isReady(now, clock())) throw refuse('resetInvalid', {});
    },
    done: (tx) => queries.endReset(tx, id, 'done', clock()),
  };
}
