import { secp256k1 as noble } from '@noble/curves/secp256k1.js';
import type { Secp256k1 } from './types.ts';

const { Point } = noble;

/** For browsers. In Node `#secp256k1` is node.ts, which gives the same answers. */
export const secp256k1: Secp256k1 = {
  order: Point.Fn.ORDER,
  base: Point.BASE,
  zero: Point.ZERO,
  decode: (bytes) => {
    if (bytes.length !== 33) throw new Error('expected a compressed point');
    return Point.fromBytes(bytes);
  },
  recover: ({ r, s, recid }, digest) => {
    if (digest.length !== 32) throw new Error('expected a digest of 32 bytes');
    return new noble.Signature(r, s, recid).recoverPublicKey(digest).toBytes();
  },
};
