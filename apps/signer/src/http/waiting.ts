import type { IncomingMessage } from 'node:http';
import { refuse } from '../errors.ts';
import { readBody } from './body.ts';

/** Bodies of which nothing is counted before they are there: what is announced and not sent keeps nobody out. */
export interface WaitingBodies {
  /** @throws Refusal tooLarge; rateLimited when it is not there in time, or had to make room for newer ones of the same client */
  read(client: string, request: IncomingMessage): Promise<Uint8Array>;
}

export interface WaitingLimits {
  /** Bytes of one. */
  readonly longest: number;
  /** How many one client has waiting: a newer one takes the place of the oldest. */
  readonly each: number;
  readonly withinMs: number;
}

export function createWaitingBodies({ longest, each, withinMs }: WaitingLimits): WaitingBodies {
  const waiting = new Map<string, Set<() => void>>();
  const expireOldest = (own: ReadonlySet<() => void>): void => {
    const [oldest] = own;
    oldest?.();
  };

  return {
    read: async (client, request) => {
      const own = waiting.get(client) ?? new Set();
      if (own.size >= each) expireOldest(own);
      const { promise: expired, reject } = Promise.withResolvers<never>();
      const leave = (): void => {
        own.delete(expire);
        if (own.size === 0 && waiting.get(client) === own) waiting.delete(client);
      };
      const expire = (): void => {
        leave();
        reject(refuse('rateLimited', 'the body is not there'));
      };
      own.add(expire);
      waiting.set(client, own);
      const timer = setTimeout(expire, withinMs);
      try {
        return await Promise.race([readBody(request, longest), expired]);
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
  };
}
