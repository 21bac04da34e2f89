import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { x25519 as portable, type X25519 } from './x25519.ts';

/** DER up to the raw key: PrivateKeyInfo and SubjectPublicKeyInfo of X25519 (RFC 8410 §4 and §7). */
const privateHead = hexToBytes('302e020100300506032b656e04220420');
const publicHead = hexToBytes('302a300506032b656e032100');
const keyLength = 32;

function checked(key: Uint8Array): Uint8Array {
  if (key.length !== keyLength) throw new Error(`an X25519 key has ${keyLength} bytes`);
  return key;
}
const privateKey = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(concatBytes(privateHead, checked(secret))), format: 'der', type: 'pkcs8' });
const publicKey = (key: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.from(concatBytes(publicHead, checked(key))), format: 'der', type: 'spki' });

/** The same by OpenSSL: a request costs four of these on each side, and a signature takes a dozen requests. */
export const x25519: X25519 = {
  randomSecretKey: portable.randomSecretKey,
  getPublicKey: (secret) => {
    const der = createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' });
    return new Uint8Array(der.subarray(publicHead.length));
  },
  getSharedSecret: (secret, theirs) =>
    new Uint8Array(diffieHellman({ privateKey: privateKey(secret), publicKey: publicKey(theirs) })),
};
