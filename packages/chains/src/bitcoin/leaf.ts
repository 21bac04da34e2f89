import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { taprootKey } from './address.ts';

/** The same leaf and output as `envelope.ts` makes, written from BIP 341 and the ordinals handbook alone, for whoever reads the bytes again. */

/** BIP 341: a point of which nobody knows the logarithm. */
const nobody = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const leafVersion = 0xc0;

/** Compact size, as far as scripts here are long. */
const size = (length: number): Uint8Array =>
  length < 0xfd ? new Uint8Array([length]) : new Uint8Array([0xfd, length & 0xff, length >> 8]);
const push = (bytes: Uint8Array): Uint8Array =>
  concatBytes(bytes.length < 0x4c ? new Uint8Array([bytes.length]) : new Uint8Array([0x4c, bytes.length]), bytes);

/** @param publicKey of the taproot path that signs the leaf @param text of at most 255 bytes */
export function leafWith(text: string, publicKey: Uint8Array): Uint8Array {
  const [key, type, body] = [taprootKey(publicKey), utf8ToBytes('text/plain;charset=utf-8'), utf8ToBytes(text)];
  const [head, end] = [hexToBytes('ac0063036f72640101'), new Uint8Array([0x68])];
  return concatBytes(push(key), head, push(type), new Uint8Array([0]), push(body), end);
}

export const leafHash = (leaf: Uint8Array): Uint8Array =>
  schnorr.utils.taggedHash('TapLeaf', new Uint8Array([leafVersion]), size(leaf.length), leaf);

/** The output script of P2TR with that leaf and no other, and no key path. */
export function scriptOfLeaf(leaf: Uint8Array): Uint8Array {
  const tweak = schnorr.utils.taggedHash('TapTweak', hexToBytes(nobody), leafHash(leaf));
  const point = secp256k1.Point.fromHex(`02${nobody}`).add(
    secp256k1.Point.BASE.multiply(BigInt(`0x${bytesToHex(tweak)}`)),
  );
  return concatBytes(new Uint8Array([0x51, 32]), point.toBytes(true).slice(1));
}
