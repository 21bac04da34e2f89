import type { IncomingMessage } from 'node:http';
import { concatBytes } from '@noble/hashes/utils.js';
import { refuse } from '../errors.ts';

/** Reads a whole body, up to a limit. The server's own timeouts bound how long it may take. @throws Refusal tooLarge */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw refuse('tooLarge');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) throw refuse('tooLarge');
    parts.push(part);
  }
  return concatBytes(...parts);
}

/** @throws Refusal badRequest for anything but an object in UTF-8 JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('badRequest', 'json');
  }
}
