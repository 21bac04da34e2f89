import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { type Ed25519, ed25519 as portable } from './portable.ts';

/** DER up to the raw key: PrivateKeyInfo and SubjectPublicKeyInfo of Ed25519 (RFC 8410 §4 and §7). */
const privateHead = hexToBytes('302e020100300506032b657004220420');
const publicHead = hexToBytes('302a300506032b6570032100');
const keyLength = 32;
const signatureLength = 64;

/** The y of every point of small order, without the sign bit. */
const smallOrder: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Is it below 2^255 - 19, but for the sign bit? */
const isCanonical = (key: Uint8Array): boolean =>
  ((key[31] ?? 0) & 0x7f) !== 0x7f || (key[0] ?? 0) < 0xed || key.subarray(1, 31).some((byte) => byte !== 0xff);

function isPlain(key: Uint8Array): boolean {
  // A copy: `slice` of a Buffer would be the key itself.
  const y = Uint8Array.from(key);
  y[31] = (y[31] ?? 0) & 0x7f;
  return isCanonical(key) && !smallOrder.has(bytesToHex(y));
}

/** More than a signer meets: members, peers, and the keys of wallets that sign by Ed25519. */
const mostKnown = 1_000;
const known = new Map<string, KeyObject>();

/** OpenSSL's own form of a key that was seen before is kept: making it takes a fifth of what verifying takes. */
function publicKeyOf(key: Uint8Array): KeyObject {
  const name = bytesToHex(key);
  const last = known.get(name);
  if (last) return last;
  const made = createPublicKey({ key: Buffer.from(concatBytes(publicHead, key)), format: 'der', type: 'spki' });
  if (known.size >= mostKnown) known.clear();
  known.set(name, made);
  return made;
}

/**
 * Does OpenSSL take it? It checks the equation without the cofactor and compares R as bytes. So whatever it takes under a key that is canonical and of no small
 * order holds by the strict rules too. What it does not take may still hold by them: with parts of small order in R or in the key.
 */
function isTaken(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return verify(null, message, publicKeyOf(key), signature);
  } catch {
    return false;
  }
}

/**
 * The same by OpenSSL, in a twentieth of the time: each order has a dozen of these at the server and each signer. A signature is one and the same whoever
 * makes it (RFC 8032 draws nothing). Of what OpenSSL refuses, the portable one has the last word.
 */
export const ed25519: Ed25519 = {
  sign: (message, secret) => {
    if (secret.length !== keyLength) return portable.sign(message, secret);
    const der = Buffer.from(concatBytes(privateHead, secret));
    try {
      return new Uint8Array(sign(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })));
    } finally {
      der.fill(0);
    }
  },
  verify: (signature, message, publicKey, rules) => {
    const known = signature.length === signatureLength && publicKey.length === keyLength && isPlain(publicKey);
    return (known && isTaken(signature, message, publicKey)) || portable.verify(signature, message, publicKey, rules);
  },
};
