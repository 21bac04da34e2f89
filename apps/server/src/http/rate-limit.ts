import { createHash } from 'node:crypto';
import { headerNames, type UserId } from '@holdfast/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { refuse } from '../refuse.ts';
import { header } from './request.ts';

interface Bucket {
  tokens: number;
  at: number;
}
type Kind = 'general' | 'login';
export interface RateLimiter {
  /** Takes one token of the caller's bucket or refuses with `rateLimited`. */
  spend(request: FastifyRequest, kind: Kind): void;
  /** Refuses likewise when an API client has nothing left, beside what its network may do; takes nothing, since the call may be a repetition by anybody. */
  checkApiClient(appId: string): void;
  /** Takes one for a call that is the API client's own; of calls at once it may owe some, rather than refuse a request that nobody can send again. */
  spendApiClient(appId: string): void;
  /** Takes one of what a person may call of an endpoint in a minute, whichever sessions they have, or refuses with `rateLimited`. */
  spendOwn(userId: UserId, path: string, perMinute: number): void;
  /** Tells whether the request's token is a live session's. Only such a token has a bucket of its own: anybody can make up others. */
  proven(request: FastifyRequest, live: boolean): void;
}

const maxBuckets = 50_000;

function createBuckets(clock: Clock) {
  const buckets = new Map<string, Bucket>();
  const level = (key: string, perSecond: number, burst: number): number => {
    const at = clock().getTime();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    return Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
  };
  const keep = (key: string, tokens: number): void => {
    buckets.delete(key);
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, { tokens, at: clock().getTime() });
  };
  const secondsFor = (tokens: number, perSecond: number): number =>
    tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  return {
    has: (key: string): boolean => buckets.has(key),
    drop: (key: string): boolean => buckets.delete(key),
    /** Seconds to wait until one can be taken. */
    wait: (key: string, perSecond: number, burst: number): number =>
      secondsFor(level(key, perSecond, burst), perSecond),
    /** Takes one that may not be there yet: the next ones wait the longer. */
    owe(key: string, perSecond: number, burst: number): void {
      keep(key, level(key, perSecond, burst) - 1);
    },
    /** Seconds to wait; 0 when one was taken. */
    take(key: string, perSecond: number, burst: number): number {
      const tokens = level(key, perSecond, burst);
      keep(key, tokens < 1 ? tokens : tokens - 1);
      return secondsFor(tokens, perSecond);
    },
  };
}

const sessionKey = (request: FastifyRequest): string =>
  createHash('sha256').update(header(request, headerNames.token)).digest('base64');

function orWait(seconds: number): void {
  if (seconds > 0) throw refuse('rateLimited', { seconds });
}

/**
 * Token buckets in memory, per live session for general calls and per network address for everything else. Sessions and networks are kept
 * apart, so that neither can crowd out the other. It protects this process; guessing passwords is limited in the database (areas/session),
 * which all processes share.
 */
export function createRateLimiter(limits: ServerConfig['limits'], clock: Clock): RateLimiter {
  const [sessions, networks, apiClients] = [createBuckets(clock), createBuckets(clock), createBuckets(clock)];
  const people = createBuckets(clock);
  const waitFor = (request: FastifyRequest, kind: Kind): number => {
    if (kind === 'login') return networks.take(`login:${request.ip}`, limits.loginPerSecond, limits.loginBurst);
    const key = sessionKey(request);
    const [buckets, of] = sessions.has(key) ? [sessions, key] : [networks, request.ip];
    return buckets.take(of, limits.perSecond, limits.burst);
  };
  return {
    spend: (request, kind) => orWait(waitFor(request, kind)),
    checkApiClient: (appId) => orWait(apiClients.wait(appId, limits.perSecond, limits.burst)),
    spendApiClient: (appId) => apiClients.owe(appId, limits.perSecond, limits.burst),
    spendOwn: (userId, path, perMinute) => orWait(people.take(`${userId} ${path}`, perMinute / 60, perMinute)),
    proven(request, live) {
      const key = sessionKey(request);
      if (!live) sessions.drop(key);
      else if (!sessions.has(key)) sessions.take(key, limits.perSecond, limits.burst);
    },
  };
}
