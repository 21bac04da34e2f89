import { concatBytes } from '@noble/hashes/utils.js';
import { fault } from './abort.ts';
import type { Group, Point } from './group.ts';
import { equalBytes } from './transcript.ts';
import type { PartyId } from './types.ts';

/**
 * Header: protocol 1, round 1, sender 2, receiver 2 (0 = everyone), context 32. The context is the hash of all that the two sides must
 * agree upon (session, key, epoch, parties, what is signed), so a message of another run is refused before it is interpreted.
 */
export interface Header {
  readonly protocol: number;
  readonly round: number;
  readonly from: PartyId;
  readonly to: PartyId;
  readonly context: Uint8Array;
}

export const headerBytes = 38;
export const protocols = { deal: 1, pair: 2, dkls23: 3, frost: 4 } as const;

function headerOf({ protocol, round, from, to, context }: Header): Uint8Array {
  return concatBytes(new Uint8Array([protocol, round, from >>> 8, from, to >>> 8, to]), context);
}

export function write(header: Header, ...body: Uint8Array[]): Uint8Array {
  return concatBytes(headerOf(header), ...body);
}

/** Reads the fields of a message in order. Every malformed field is a fault of the sender. */
export interface Reader {
  bytes(length: number): Uint8Array;
  point(group: Group): Point;
  scalar(group: Group): bigint;
}

/** Checks header and exact length, then hands out a reader over the body. */
export function read(header: Header, message: Uint8Array, bodyBytes: number): Reader {
  if (message.length !== headerBytes + bodyBytes) throw fault('message of the wrong length', header.from);
  if (!equalBytes(message.subarray(0, headerBytes), headerOf(header)))
    throw fault('message of another run or round', header.from);
  let offset = headerBytes;
  const bytes = (length: number) => {
    offset += length;
    return message.slice(offset - length, offset);
  };
  return {
    bytes,
    point: (group) => strictly(header.from, 'point', () => group.decode(bytes(group.pointBytes))),
    scalar: (group) => strictly(header.from, 'scalar', () => group.decodeScalar(bytes(32))),
  };
}

/** Runs a parser that throws on bad input and names the sender instead. */
export function strictly<T>(party: PartyId, what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw fault(`malformed ${what}`, party);
  }
}
