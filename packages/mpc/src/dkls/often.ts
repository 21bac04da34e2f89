import { bytesToHex } from '@noble/hashes/utils.js';
import { groupFor, type Point } from '../group.ts';

interface Known {
  readonly point: Point;
  times: number;
}

/** A table of 520 points takes as long to make as some six multiplications without it. */
const often = 4;
const windowBits = 4;
const most = 64;

/** Those that were asked for last, the latest at the end. */
const known = new Map<string, Known>();

/**
 * The point of a public key that may sign again and again, as that of a wallet which pays all day: from the fourth time on it has a table of its multiples. For public
 * scalars alone.
 */
export function signingKey(bytes: Uint8Array): Point {
  const name = bytesToHex(bytes);
  const found = known.get(name) ?? { point: groupFor('secp256k1').decode(bytes), times: 0 };
  found.times += 1;
  if (found.times === often) found.point.precompute(windowBits);
  known.delete(name);
  known.set(name, found);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return found.point;
}
