import type { FastifyRequest } from 'fastify';
import type { Recorder } from '../../audit/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { CurrentPolicy, Log } from '../../orders/deps.ts';

export interface CallDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly limiter: RateLimiter;
  /** Under which browsers, and API clients, know this server. */
  readonly origin: string;
  readonly log: Log;
  /** Tells of bad signatures. */
  readonly alarm: Recorder;
}

/** What the use cases work with. */
export interface CallParts extends CallDeps {
  /** Requests that are the API clients' own: signed by their key, just now and not for the second time. */
  readonly proven: WeakSet<FastifyRequest>;
}
