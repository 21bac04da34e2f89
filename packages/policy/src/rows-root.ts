import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type Canonical, canonicalBytes } from './canonical.ts';

/** Leaves and inner nodes begin otherwise, so that none stands for another (RFC 6962, 2.1). */
const [leafMark, nodeMark] = [Uint8Array.of(0), Uint8Array.of(1)];

const leafOf = (row: Canonical, index: number, count: number): Uint8Array =>
  sha256(
    concatBytes(
      leafMark,
      canonicalBytes({ domain: 'holdfast/row/v1', index: String(index), count: String(count), row }),
    ),
  );

/** The largest power of two that is less than this. */
const halfOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only = sha256(new Uint8Array())] = leaves;
  if (leaves.length < 2) return only;
  const half = halfOf(leaves.length);
  return sha256(concatBytes(nodeMark, rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half))));
}

/**
 * Merkle root over the rows of a batch in their order, in hex: the tree of RFC 6962 over leaves that name the row's place and how many there are. People compare
 * it with that of their own list, and whoever was paid can be shown by ten hashes that their row was approved, without the others.
 */
export const rowsRoot = (rows: readonly Canonical[]): string =>
  bytesToHex(rootOf(rows.map((row, index) => leafOf(row, index, rows.length))));
