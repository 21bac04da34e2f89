/** Merkle trees of RFC 6962 §2.1 / RFC 9162 §2.1, append-only. Sizes and indices are whole numbers below 2^53. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

export const leafHash = (data: Uint8Array): Uint8Array => sha256(concatBytes(Uint8Array.of(0), data));
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(Uint8Array.of(1), left, right));
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array());

/** A perfect subtree: `2^level` leaves from `index · 2^level` on. Level 0 is a leaf's hash. */
export interface NodeId {
  readonly level: number;
  readonly index: number;
}
/** Reads a perfect subtree's hash. */
export type NodeReader = (node: NodeId) => Uint8Array;

/** The perfect subtrees that make up `from ≤ leaf < to`, left to right; `from` must be aligned to every power of two the range needs. */
export function nodesOfRange(from: number, to: number): NodeId[] {
  const nodes: NodeId[] = [];
  let at = from;
  while (at < to) {
    const level = Math.floor(Math.log2(to - at));
    const width = 2 ** level;
    nodes.push({ level, index: at / width });
    at += width;
  }
  return nodes;
}

const fold = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.length === 0 ? emptyRoot() : hashes.reduceRight((right, left) => nodeHash(left, right));

export const rangeRoot = ([from, to]: Range, read: NodeReader): Uint8Array => fold(nodesOfRange(from, to).map(read));
/** Root of the first `size` leaves. */
export const rootAt = (size: number, read: NodeReader): Uint8Array => rangeRoot([0, size], read);

/** The right edge of a growing tree: all that appending and the root need. */
export interface Frontier {
  readonly size: number;
  /** Hashes of the perfect subtrees of `nodesOfRange(0, size)`. */
  readonly hashes: readonly Uint8Array[];
}
export const emptyFrontier: Frontier = { size: 0, hashes: [] };
export const frontierAt = (size: number, read: NodeReader): Frontier => ({
  size,
  hashes: nodesOfRange(0, size).map(read),
});
export const frontierRoot = ({ hashes }: Frontier): Uint8Array => fold(hashes);

/** Appends one leaf hash. `completed` are the perfect subtrees it completes, levels 1, 2, …: the only nodes there will ever be to store. */
export function append({ size, hashes }: Frontier, leaf: Uint8Array): { next: Frontier; completed: Uint8Array[] } {
  const rest = [...hashes];
  const completed: Uint8Array[] = [];
  let hash = leaf;
  for (let width = size; width % 2 === 1; width = (width - 1) / 2) {
    const left = rest.pop();
    if (!left) throw new Error('a frontier that does not fit its size');
    hash = nodeHash(left, hash);
    completed.push(hash);
  }
  return { next: { size: size + 1, hashes: [...rest, hash] }, completed };
}

/** Where a perfect subtree's hash is kept: with the leaf that completed it, as its `level`-th completed node. */
export const completedBy = ({ level, index }: NodeId): number => (index + 1) * 2 ** level - 1;

type Range = readonly [from: number, to: number];
/** The largest power of two below `n` (n ≥ 2). */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Ranges whose roots are the inclusion path of a leaf, in the order of RFC 9162 §2.1.3.1. */
export function inclusionRanges(leaf: number, size: number): Range[] {
  const path: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (leaf < middle) {
      path.unshift([middle, to]);
      to = middle;
    } else {
      path.unshift([from, middle]);
      from = middle;
    }
  }
  return path;
}

/** Ranges whose roots are the consistency proof from `first` to `second` leaves, in the order of RFC 9162 §2.1.4.1. */
export function consistencyRanges(first: number, second: number): Range[] {
  if (first === 0 || first === second) return [];
  const proof: Range[] = [];
  let [from, to] = [0, second];
  while (first !== to) {
    const middle = from + splitOf(to - from);
    if (first <= middle) {
      proof.unshift([middle, to]);
      to = middle;
    } else {
      proof.unshift([from, middle]);
      from = middle;
    }
  }
  return from === 0 ? proof : [[from, to], ...proof];
}

/** Every stored node a proof needs: read them all at once, then make the proof with `rangeRoot`. */
export const nodesOf = (ranges: readonly Range[]): NodeId[] => ranges.flatMap(([from, to]) => nodesOfRange(from, to));
export const proofOf = (ranges: readonly Range[], read: NodeReader): Uint8Array[] =>
  ranges.map((range) => rangeRoot(range, read));
