import { createHash } from 'node:crypto';
import { headerNames } from '@holdfast/contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { refuse } from '../refuse.ts';
import { header } from './request.ts';

interface Bucket {
  tokens: number;
  at: number;
}
export interface RateLimiter {
  /** Takes one token of the caller's bucket or refuses with `rateLimited`. */
  spend(request: FastifyRequest, kind: 'general' | 'login'): void;
}

const maxBuckets = 50_000;

/**
 * Token buckets in memory, per session for general calls and per network address for calls without one. It protects this process; guessing
 * passwords is limited in the database (areas/session), which all processes share.
 */
export function createRateLimiter(limits: ServerConfig['limits'], clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const take = (key: string, perSecond: number, burst: number): number => {
    const at = clock().getTime();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    buckets.delete(key);
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  };
  return {
    spend(request, kind) {
      const token = header(request, headerNames.token);
      const login = kind === 'login';
      const key = login || token === '' ? `net:${request.ip}` : createHash('sha256').update(token).digest('base64');
      const wait = login
        ? take(`login:${key}`, limits.loginPerSecond, limits.loginBurst)
        : take(key, limits.perSecond, limits.burst);
      if (wait > 0) throw refuse('rateLimited', { seconds: wait });
    },
  };
}
