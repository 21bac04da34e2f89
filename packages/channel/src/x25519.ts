import { x25519 as noble } from '@noble/curves/ed25519.js';

/** X25519 (RFC 7748) on raw 32-byte keys. Both functions throw for keys of another length. */
export interface X25519 {
  randomSecretKey(): Uint8Array;
  getPublicKey(secret: Uint8Array): Uint8Array;
  /** @throws for points of small order, whose shared secret would be known to everybody (RFC 7748 §6.1) */
  getSharedSecret(secret: Uint8Array, publicKey: Uint8Array): Uint8Array;
}

/** For browsers. In Node `#x25519` is x25519.node.ts, which gives the same bytes. */
export const x25519: X25519 = {
  randomSecretKey: () => noble.utils.randomSecretKey(),
  getPublicKey: (secret) => noble.getPublicKey(secret),
  getSharedSecret: (secret, publicKey) => noble.getSharedSecret(secret, publicKey),
};
