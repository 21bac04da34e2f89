import { createHash, randomBytes } from 'node:crypto';
import type { SessionEnd, UserId, WorkspaceId } from '@holdfast/contract';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { asOne } from '../../db/gathering.ts';
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
  /** When they logged in; missing = now. */
  readonly since?: Date;
}

/** A new session with a fresh second factor. Only the token's hash is stored. */
export async function openSession(db: Db, { userId, workspaceId, origin, now, since = now }: Opening): Promise<Grant> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + rules.absoluteMs);
  const stepUpUntil = new Date(now.getTime() + rules.stepUpMs);
  await queries.insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    workspaceId,
    now,
    since,
    expiresAt,
    stepUpUntil,
    agentFamily: rules.agentFamily(origin.agent),
    agent: origin.agent,
    network: origin.network,
  });
  return { open_token: token, expires_at: expiresAt, step_up_until: stepUpUntil };
}

type SessionDeps = { readonly db: Db; readonly clock: Clock };
type Found = Awaited<ReturnType<typeof queries.findSession>>;
type Live = NonNullable<Found>;

async function liveSession({ clock }: Pick<SessionDeps, 'clock'>, found: Promise<Found>): Promise<Live | undefined> {
  const session = await found;
  return session?.userStatus === 'active' && rules.isLive(session, clock()) ? session : undefined;
}

function callerIn(session: Live, tokenHash: Buffer): Caller {
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
}

/** The caller behind a token, or null. Counts as use of the session unless `touch` is false. */
export function createAuthenticate(deps: SessionDeps) {
  const find = asOne(
    (tokenHash: Buffer) => tokenHash.toString('base64'),
    (tokenHash) => queries.findSession(deps.db, tokenHash),
  );
  return async (token: string, agent: string, touch = true): Promise<Caller | null> => {
    const tokenHash = hashToken(token);
    const session = token.length > maxTokenLength ? undefined : await liveSession(deps, find(tokenHash));
    if (!session || session.agentFamily !== rules.agentFamily(agent)) return null;
    const now = deps.clock();
    if (touch && now.getTime() - session.lastSeenAt.getTime() >= rules.touchMs)
      await queries.touchSession(deps.db, tokenHash, now);
    return callerIn(session, tokenHash);
  };
}

/** Whose session this is by now, for what goes on without a request; null when it is over. No use of it. */
export async function callerOfSession(deps: SessionDeps, tokenHash: Buffer): Promise<Caller | null> {
  const session = await liveSession(deps, queries.findSession(deps.db, tokenHash));
  return session ? callerIn(session, tokenHash) : null;
}

/** Why a session is over, for whoever shows its token; null for what was none, or is shown by another kind of browser. */
export function createWhyOver({ db, clock }: { db: Db; clock: Clock }) {
  return async (token: string, agent: string): Promise<SessionEnd | null> => {
    const session = token.length > maxTokenLength ? undefined : await queries.findSession(db, hashToken(token));
    if (!session || session.agentFamily !== rules.agentFamily(agent)) return null;
    return rules.whyOver(session, clock());
  };
}
