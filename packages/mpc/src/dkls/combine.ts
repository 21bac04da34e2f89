import { invert } from '@noble/curves/abstract/modular.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { cheat, fault } from '../abort.ts';
import { groupFor, type Point } from '../group.ts';
import type { EcdsaSignature, PartyId } from '../types.ts';
import { N, reduce } from './field.ts';
import type { Third } from './messages.ts';
import type { Session } from './session.ts';

const group = groupFor('secp256k1');

/** My fraction: w_i = m * phi_i + r_x * v_i over u_i (DKLs23 protocol 3.6, step 7). */
export function signaturePart(digest: Uint8Array, point: Point, own: { phi: bigint; u: bigint; v: bigint }): Third {
  const m = reduce(bytesToNumberBE(digest));
  return { w: reduce(m * own.phi + reduce(point.toAffine().x) * reduce(own.v)), u: reduce(own.u) };
}

/**
 * s = sum(w) / sum(u). Verified as a whole point, R = (m * G + r * P) / s, which also proves the recovery id: a last speaker could
 * otherwise negate s unnoticed. Then s is made low, and the recovery id follows.
 */
export function combine(
  session: Session,
  point: Uint8Array,
  parts: readonly Third[],
  culprit: PartyId | undefined,
): EcdsaSignature {
  const nonce = group.decode(point);
  const R = nonce.toAffine();
  const r = reduce(R.x);
  const u = reduce(parts.reduce((sum, part) => sum + part.u, 0n));
  const w = reduce(parts.reduce((sum, part) => sum + part.w, 0n));
  if (r === 0n || R.x >= N) throw fault('nonce outside the range of recovery ids; sign again');
  if (u === 0n || w === 0n) throw cheat('the signature parts cancel out', culprit);
  const s = reduce(w * invert(u, N));
  if (!fits(session, nonce, r, s)) throw cheat('the parts do not make a signature', culprit);
  const high = s > N / 2n;
  const odd = (R.y & 1n) === 1n;
  return { r, s: high ? N - s : s, recid: odd !== high ? 1 : 0 };
}

function fits(session: Session, R: Point, r: bigint, s: bigint): boolean {
  const inverse = invert(s, N);
  const m = reduce(bytesToNumberBE(session.digest));
  const fromDigest = group.base.multiplyUnsafe(reduce(m * inverse));
  return fromDigest.add(group.decode(session.publicKey).multiplyUnsafe(reduce(r * inverse))).equals(R);
}
