/** The definitions of RFC 6962 §2.1, written down word by word on Node's own SHA-256: slow, and sharing no code with the package. */
import { createHash } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const zero = Uint8Array.of(0);
const one = Uint8Array.of(1);

function split(n: number): number {
  let k = 1;
  while (k << 1 < n) k <<= 1;
  return k;
}

/** MTH(D[n]) */
export function mth(d: readonly Uint8Array[]): Buffer {
  const [first] = d;
  if (!first) return sha256();
  if (d.length === 1) return sha256(zero, first);
  const k = split(d.length);
  return sha256(one, mth(d.slice(0, k)), mth(d.slice(k)));
}

/** PATH(m, D[n]) */
export function path(m: number, d: readonly Uint8Array[]): Buffer[] {
  if (d.length === 1) return [];
  const k = split(d.length);
  return m < k ? [...path(m, d.slice(0, k)), mth(d.slice(k))] : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}

/** PROOF(m, D[n]) */
export const proof = (m: number, d: readonly Uint8Array[]): Buffer[] => subproof(m, d, true);
function subproof(m: number, d: readonly Uint8Array[], whole: boolean): Buffer[] {
  if (m === d.length) return whole ? [] : [mth(d)];
  const k = split(d.length);
  return m <= k
    ? [...subproof(m, d.slice(0, k), whole), mth(d.slice(k))]
    : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}
