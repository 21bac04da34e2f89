import { createHash, randomBytes } from 'node:crypto';
import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Caller, Context } from '../../http/context.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

/** Where a call comes from, and how it is told of. */
export type Origin = Pick<Context, 'network' | 'agent' | 'record'>;
export interface Grant {
  readonly open_token: string;
  readonly expires_at: Date;
  readonly step_up_until: Date;
}

/** A longer token can only be an attempt to make us hash for nothing. */
const maxTokenLength = 100;
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Opening {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId | null;
  readonly origin: Origin;
  readonly now: Date;
}

/** A new session with a fresh second factor. Only the token's hash is stored. */
export async function openSession(db: Db, { userId, workspaceId, origin, now }: Opening): Promise<Grant> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + rules.absoluteMs);
  const stepUpUntil = new Date(now.getTime() + rules.stepUpMs);
  await queries.insertSession(db, {
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

/** The caller behind a token, or null. Counts as use of the session unless `touch` is false. */
export function createAuthenticate({ db, clock }: { db: Db; clock: Clock }) {
  return async (token: string, agent: string, touch = true): Promise<Caller | null> => {
    const tokenHash = hashToken(token);
    const session = token.length > maxTokenLength ? undefined : await queries.findSession(db, tokenHash);
    const now = clock();
    if (session?.userStatus !== 'active' || !rules.isLive(session, now)) return null;
    if (session.agentFamily !== rules.agentFamily(agent)) return null;
    if (touch && now.getTime() - session.lastSeenAt.getTime() >= rules.touchMs)
      await queries.touchSession(db, tokenHash, now);
    const { userId, email, workspaceId, memberId, role, wallets, stepUpUntil } = session;
    return {
      userId,
      email,
      workspaceId: memberId === null ? null : workspaceId,
      memberId,
      role,
      wallets: wallets ?? [],
      tokenHash,
      stepUpUntil,
    };
  };
}
