/** Verification of proofs, by the algorithms of RFC 9162, which know nothing of how the tree is stored. */
import { nodeHash } from './merkle.ts';

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
const half = (n: number): number => Math.floor(n / 2);
const odd = (n: number): boolean => n % 2 === 1;
const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;
const hashBytes = 32;
/** A path through 2^53 leaves. */
const longest = 64;
const sound = (path: readonly Uint8Array[]): boolean =>
  path.length <= longest && path.every(({ length }) => length === hashBytes);

export interface Inclusion {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** RFC 9162 §2.1.3.2. */
export function verifyInclusion({ leaf, index, size, root, path }: Inclusion): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !sound(path)) return false;
  let [fn, sn, hash] = [index, size - 1, leaf];
  for (const step of path) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      hash = nodeHash(step, hash);
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else hash = nodeHash(hash, step);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(hash, root);
}

export interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

/** RFC 9162 §2.1.4.2: is the tree of `second` an extension of the tree of `first`? Anything extends the empty tree. */
export function verifyConsistency(first: Head, second: Head, path: readonly Uint8Array[]): boolean {
  if (!isSize(first.size) || !isSize(second.size) || first.size > second.size || !sound(path)) return false;
  if (first.size === 0) return path.length === 0;
  if (first.size === second.size) return path.length === 0 && equal(first.root, second.root);
  let [fn, sn] = [first.size - 1, second.size - 1];
  while (odd(fn)) [fn, sn] = [half(fn), half(sn)];
  const steps = fn === 0 ? [first.root, ...path] : path;
  const [start, ...rest] = steps;
  if (!start || path.length === 0) return false;
  let [fr, sr] = [start, start];
  for (const step of rest) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      fr = nodeHash(step, fr);
      sr = nodeHash(step, sr);
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = nodeHash(sr, step);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(fr, first.root) && equal(sr, second.root);
}
