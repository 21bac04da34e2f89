import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from './errors.ts';
import { type PathParts, splitPath } from './path-text.ts';
import { isCoinType } from './registry.ts';

/** A key group's public root: SEC1 compressed key (66 hex) and BIP32 chain code (64 hex). */
export interface RootKey {
  readonly publicKey: string;
  readonly chainCode: string;
}

const Point = secp256k1.Point;

/** @throws ChainError `badPath` for anything but the one spelling of a path of ours, with the coin of a known family */
export function parsePath(path: string): PathParts {
  const parts = splitPath(path);
  if (!isCoinType(parts.coin)) throw new ChainError('badPath', path.slice(0, 64));
  return parts;
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/**
 * BIP32 CKDpub along a non-hardened path, from public data only.
 * @returns 33 bytes, SEC1 compressed
 * @throws ChainError `badPath` for a bad path or an index that has no key (probability 2^-127)
 */
export function childPublicKey(root: RootKey, path: string): Uint8Array {
  const { coin, wallet, branch, index } = parsePath(path);
  let key = hexToBytes(root.publicKey);
  let chainCode = hexToBytes(root.chainCode);
  for (const step of [coin, wallet, branch, index]) {
    const i = hmac(sha512, chainCode, concatBytes(key, uint32(step)));
    const tweak = BigInt(`0x${bytesToHex(i.subarray(0, 32))}`);
    if (tweak === 0n || tweak >= Point.Fn.ORDER) throw new ChainError('badPath', path);
    const child = Point.BASE.multiply(tweak).add(Point.fromBytes(key));
    if (child.is0()) throw new ChainError('badPath', path);
    key = child.toBytes(true);
    chainCode = i.slice(32);
  }
  return key;
}
