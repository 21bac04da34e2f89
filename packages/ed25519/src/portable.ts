import { ed25519 as noble } from '@noble/curves/ed25519.js';

/** Ed25519 (RFC 8032) on raw bytes: secrets and public keys of 32, signatures of 64. */
export interface Ed25519 {
  /** @throws for a secret of another length */
  sign(message: Uint8Array, secret: Uint8Array): Uint8Array;
  /**
   * By the strict rules of RFC 8032 and SBS (`zip215: false`): canonical encodings, no key of small order, and the equation with the cofactor.
   * @throws for a signature or key of another length
   */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, rules: { readonly zip215: false }): boolean;
}

/** For browsers. In Node `#ed25519` is node.ts, which gives the same answers. */
export const ed25519: Ed25519 = {
  sign: (message, secret) => noble.sign(message, secret),
  verify: (signature, message, publicKey) => noble.verify(signature, message, publicKey, { zip215: false }),
};
