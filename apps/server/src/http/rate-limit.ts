import { createHash } from 'node:crypto';
import { headerNames, type UserId } from '@holdfast/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { refuse } from '../refuse.ts';
import { header } from './request.ts';

interface Bucket {
  /** Taken, and not there again by then. */
  spent: number;
  at: number;
}
/** What is taken of a bucket here is told to the installation's other servers, and what is taken there is heard. */
export interface Sharing {
  tell(bucket: string, key: string, perSecond: number): void;
  hear(bucket: string, take: (key: string, count: number, perSecond: number) => void): void;
}
type Kind = 'general' | 'login';
/** An API client, and its own limit; null: what anybody may. */
interface Limited {
  readonly appId: string;
  readonly perMinute: number | null;
}
/** As the reply's headers tell it: how many calls at once, how many are left, and in how many seconds all are there again. */
export interface Left {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}
export interface RateLimiter {
  /** Takes one token of the caller's bucket or refuses with `rateLimited`. */
  spend(request: FastifyRequest, kind: Kind): void;
  /** Refuses likewise when an API client has nothing left, beside what its network may do; takes nothing, since the call may be a repetition by anybody. */
  checkApiClient(request: FastifyRequest, client: Limited): void;
  /** Takes one for a call that is the API client's own; of calls at once it may owe some, rather than refuse a request that nobody can send again. */
  spendApiClient(request: FastifyRequest, client: Limited): void;
  /** What the API client that makes this request has left; undefined of any other request. */
  leftOf(request: FastifyRequest): Left | undefined;
  /** Takes one of what a person may call of an endpoint in a minute, whichever sessions they have, or refuses with `rateLimited`. */
  spendOwn(userId: UserId, path: string, perMinute: number): void;
  /** Tells whether the request's token is a live session's. Only such a token has a bucket of its own: anybody can make up others. */
  proven(request: FastifyRequest, live: boolean): void;
}

const maxBuckets = 50_000;

function createBuckets(clock: Clock) {
  const buckets = new Map<string, Bucket>();
  const spentOf = (key: string, perSecond: number): number => {
    const bucket = buckets.get(key);
    if (!bucket) return 0;
    return Math.max(0, bucket.spent - (Math.max(0, clock().getTime() - bucket.at) / 1000) * perSecond);
  };
  const spend = (key: string, perSecond: number, count: number): void => {
    const spent = spentOf(key, perSecond) + count;
    buckets.delete(key);
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, { spent, at: clock().getTime() });
  };
  const wait = (key: string, perSecond: number, burst: number): number => {
    const tokens = burst - spentOf(key, perSecond);
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  };
  return {
    left(key: string, perSecond: number, burst: number): Left {
      const spent = spentOf(key, perSecond);
      const remaining = Math.max(0, Math.floor(burst - spent));
      return { limit: Math.floor(burst), remaining, resetSeconds: Math.ceil(spent / perSecond) };
    },
    has: (key: string): boolean => buckets.has(key),
    drop: (key: string): boolean => buckets.delete(key),
    /** Seconds to wait until one can be taken. */
    wait,
    /** Takes some that may not be there yet: the next ones wait the longer. */
    spend,
    /** Seconds to wait; 0 when one was taken. */
    take(key: string, perSecond: number, burst: number): number {
      const seconds = wait(key, perSecond, burst);
      spend(key, perSecond, seconds > 0 ? 0 : 1);
      return seconds;
    },
  };
}

/** The same for all servers of an installation: what one of them gives is taken at all of them, a moment later. */
function createShared(name: string, clock: Clock, { tell, hear }: Sharing) {
  const own = createBuckets(clock);
  hear(name, (key, count, perSecond) => own.spend(key, perSecond, count));
  return {
    ...own,
    spend(key: string, perSecond: number, count: number): void {
      own.spend(key, perSecond, count);
      tell(name, key, perSecond);
    },
    take(key: string, perSecond: number, burst: number): number {
      const seconds = own.take(key, perSecond, burst);
      if (seconds === 0) tell(name, key, perSecond);
      return seconds;
    },
  };
}

const sessionKey = (request: FastifyRequest): string =>
  createHash('sha256').update(header(request, headerNames.token)).digest('base64');

function orWait(seconds: number): void {
  if (seconds > 0) throw refuse('rateLimited', { seconds });
}

/** Tells API clients with each reply how much they have left (RateLimit headers, draft-ietf-httpapi-ratelimit-headers-07). */
export function tellLimits(fastify: FastifyInstance, limiter: Pick<RateLimiter, 'leftOf'>): void {
  fastify.addHook('onSend', async (request, reply) => {
    const left = limiter.leftOf(request);
    if (!left) return;
    reply.header('ratelimit-limit', left.limit);
    reply.header('ratelimit-remaining', left.remaining);
    reply.header('ratelimit-reset', left.resetSeconds);
  });
}

/**
 * Token buckets in memory. General calls are limited for each live session, or else network address, to protect this process: several servers give as many times as
 * much. Log-ins of a network, what an API client may call and what a person may call of an endpoint are promises of the installation, which its servers keep
 * together. Guessing passwords is limited in the database (areas/session). Sessions and networks are kept apart, so that neither can crowd out the other.
 */
export function createRateLimiter(limits: ServerConfig['limits'], clock: Clock, sharing: Sharing): RateLimiter {
  const [sessions, networks] = [createBuckets(clock), createBuckets(clock)];
  const logins = createShared('login', clock, sharing);
  const apiClients = createShared('apiClient', clock, sharing);
  const people = createShared('person', clock, sharing);
  const waitFor = (request: FastifyRequest, kind: Kind): number => {
    if (kind === 'login') return logins.take(request.ip, limits.loginPerSecond, limits.loginBurst);
    const key = sessionKey(request);
    const [buckets, of] = sessions.has(key) ? [sessions, key] : [networks, request.ip];
    return buckets.take(of, limits.perSecond, limits.burst);
  };
  const left = new WeakMap<FastifyRequest, Left>();
  const rateOf = ({ perMinute }: Limited): readonly [number, number] =>
    perMinute === null ? [limits.perSecond, limits.burst] : [perMinute / 60, perMinute];
  return {
    spend: (request, kind) => orWait(waitFor(request, kind)),
    checkApiClient(request, client) {
      const rate = rateOf(client);
      left.set(request, apiClients.left(client.appId, ...rate));
      orWait(apiClients.wait(client.appId, ...rate));
    },
    spendApiClient(request, client) {
      const rate = rateOf(client);
      apiClients.spend(client.appId, rate[0], 1);
      left.set(request, apiClients.left(client.appId, ...rate));
    },
    leftOf: (request) => left.get(request),
    spendOwn: (userId, path, perMinute) => orWait(people.take(`${userId} ${path}`, perMinute / 60, perMinute)),
    proven(request, live) {
      const key = sessionKey(request);
      if (!live) sessions.drop(key);
      else if (!sessions.has(key)) sessions.take(key, limits.perSecond, limits.burst);
    },
  };
}
