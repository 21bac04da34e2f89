import { hash } from 'node:crypto';

/** By OpenSSL: a message of a multiplication has 50 kB, and each side hashes both. */
export const sha256 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(hash('sha256', bytes, 'buffer'));
export const sha512 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(hash('sha512', bytes, 'buffer'));
