import type { IncomingMessage } from 'node:http';
import { concatBytes } from '@noble/hashes/utils.js';
import { refuse } from '../errors.ts';

/** Judges a body by its first `length` bytes; throws to refuse it. */
export interface HeadCheck {
  readonly length: number;
  check(head: Uint8Array): void;
}

/**
 * Reads a whole body, up to a limit; what `head` refuses is not read on, and not kept. The server's own timeouts bound how long it may take.
 * @throws Refusal tooLarge, or what the check throws
 */
export async function readBody(request: IncomingMessage, maxBytes: number, head?: HeadCheck): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw refuse('tooLarge');
  const parts: Uint8Array[] = [];
  let size = 0;
  let judged = head === undefined;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) throw refuse('tooLarge');
    parts.push(part);
    if (judged || !head || size < head.length) continue;
    head.check(concatBytes(...parts).subarray(0, head.length));
    judged = true;
  }
  return concatBytes(...parts);
}

/** How many bytes of bodies each client, and all together, may have this program hold at once. */
export interface BodyBudget {
  /** Counts a body from now until what it returns is called; one of unknown length counts as the longest. @throws Refusal tooLarge, rateLimited */
  enter(client: string, request: IncomingMessage): () => void;
  /** Runs `read` while its body counts. @throws the same */
  within<T>(client: string, request: IncomingMessage, read: () => Promise<T>): Promise<T>;
}

export interface BodyLimits {
  readonly longest: number;
  readonly each: number;
  readonly all: number;
}

export function createBodyBudget({ longest, each, all }: BodyLimits): BodyBudget {
  const held = new Map<string, number>();
  let total = 0;
  const add = (client: string, bytes: number): void => {
    const now = (held.get(client) ?? 0) + bytes;
    total += bytes;
    if (now > 0) held.set(client, now);
    else held.delete(client);
  };
  const enter: BodyBudget['enter'] = (client, request) => {
    const declared = request.headers['content-length'];
    const bytes = declared === undefined ? longest : Number(declared);
    if (!(bytes <= longest)) throw refuse('tooLarge');
    if ((held.get(client) ?? 0) + bytes > each || total + bytes > all) throw refuse('rateLimited');
    add(client, bytes);
    return () => add(client, -bytes);
  };
  return {
    enter,
    within: async (client, request, read) => {
      const leave = enter(client, request);
      try {
        return await read();
      } finally {
        leave();
      }
    },
  };
}

/** @throws Refusal badRequest for anything but an object in UTF-8 JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('badRequest', 'json');
  }
}
