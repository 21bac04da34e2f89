import { chacha20poly1305, xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** One message of an AEAD (RFC 8439; with 24 bytes of nonce XChaCha20-Poly1305): `open` throws for one that is not authentic. */
export interface Aead {
  seal(key: Uint8Array, nonce: Uint8Array, associated: Uint8Array, payload: Uint8Array): Uint8Array;
  open(key: Uint8Array, nonce: Uint8Array, associated: Uint8Array, box: Uint8Array): Uint8Array;
}

/** What the channel hashes and encrypts with. Answers are bytes of their own, never views of larger ones. */
export interface ChannelCrypto {
  sha256(data: Uint8Array): Uint8Array;
  /** HMAC-SHA-256 (RFC 2104). */
  hmac(key: Uint8Array, data: Uint8Array): Uint8Array;
  /** HKDF-SHA-256 (RFC 5869), 32 bytes of it. */
  hkdf(input: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array;
  /** Nonces of 12 bytes. */
  readonly chacha: Aead;
  /** Nonces of 24 bytes. */
  readonly xchacha: Aead;
}

const aeadOf = (cipher: typeof chacha20poly1305): Aead => ({
  seal: (key, nonce, associated, payload) => cipher(key, nonce, associated).encrypt(payload),
  open: (key, nonce, associated, box) => cipher(key, nonce, associated).decrypt(box),
});

/** For browsers. In Node `#crypto` is crypto.node.ts, which gives the same bytes. */
export const crypto: ChannelCrypto = {
  sha256: (data) => sha256(data),
  hmac: (key, data) => hmac(sha256, key, data),
  hkdf: (input, salt, info) => hkdf(sha256, input, salt, info, 32),
  chacha: aeadOf(chacha20poly1305),
  xchacha: aeadOf(xchacha20poly1305),
};
