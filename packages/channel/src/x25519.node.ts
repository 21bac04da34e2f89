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
const readPrivate = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(concatBytes(privateHead, checked(secret))), format: 'der', type: 'pkcs8' });
const readPublic = (key: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.from(concatBytes(publicHead, checked(key))), format: 'der', type: 'spki' });

/**
 * OpenSSL's own form of a key, read once: reading takes as long as the multiplication itself, and a handshake uses each key two or three times. It is held as long as
 * the caller holds these very bytes, so no secret lives longer than before; should they have been written over, it is read anew.
 */
function readOnce(read: (bytes: Uint8Array) => KeyObject): (bytes: Uint8Array) => KeyObject {
  const known = new WeakMap<Uint8Array, { readonly of: Uint8Array; readonly key: KeyObject }>();
  return (bytes) => {
    const last = known.get(bytes);
    if (last && Buffer.compare(last.of, bytes) === 0) return last.key;
    const key = read(bytes);
    known.set(bytes, { of: Uint8Array.from(bytes), key });
    return key;
  };
}
const privateKey = readOnce(readPrivate);
const publicKey = readOnce(readPublic);

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
