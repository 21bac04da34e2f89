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

/** How many bytes of bodies each address may have this program hold at once. */
export interface BodyBudget {
  /** Runs `read` while its body counts; one of unknown length counts as the longest. @throws Refusal rateLimited */
  within<T>(address: string, request: IncomingMessage, read: () => Promise<T>): Promise<T>;
}

export function createBodyBudget(maxBytes: number, longest: number): BodyBudget {
  const held = new Map<string, number>();
  const add = (address: string, bytes: number): void => {
    const now = (held.get(address) ?? 0) + bytes;
    if (now > 0) held.set(address, now);
    else held.delete(address);
  };
  return {
    within: async (address, request, read) => {
      const declared = request.headers['content-length'];
      const bytes = declared === undefined ? longest : Number(declared);
      if ((held.get(address) ?? 0) + bytes > maxBytes) throw refuse('rateLimited');
      add(address, bytes);
      try {
        return await read();
      } finally {
        add(address, -bytes);
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
