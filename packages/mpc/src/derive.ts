import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { fault } from './abort.ts';
import { type Group, groupFor, mod, type Point } from './group.ts';
import { u32 } from './transcript.ts';
import type { Curve } from './types.ts';

/** A child of a group key: its public key and chain code, and what to add to the secret key (every share adds it alike). */
export interface Child {
  readonly publicKey: Uint8Array;
  readonly chainCode: Uint8Array;
  readonly tweak: bigint;
}

interface Step {
  readonly tweak: bigint;
  readonly chainCode: Uint8Array;
}

type Derive = (parent: Uint8Array, chainCode: Uint8Array, index: number) => Step;

/** BIP 32, public parent to public child; hardened indices are refused because nobody holds the parent's secret. */
const bip32Step: Derive = (parent, chainCode, index) => {
  const I = hmac(sha512, chainCode, concatBytes(parent, u32(index)));
  const tweak = BigInt(`0x${bytesToHex(I.subarray(0, 32))}`);
  if (tweak === 0n || tweak >= groupFor('secp256k1').order)
    throw fault('this index has no child (BIP 32); use the next');
  return { tweak, chainCode: I.slice(32) };
};

/** BIP32-Ed25519 (Khovratovich and Law, 2017), soft derivation: A' = A + 8 * Z_L[0..28] * B. */
const ed25519Step: Derive = (parent, chainCode, index) => {
  const littleEndian = u32(index).reverse();
  const mac = (tag: number) => hmac(sha512, chainCode, concatBytes(new Uint8Array([tag]), parent, littleEndian));
  const left = BigInt(`0x${bytesToHex(mac(2).slice(0, 28).reverse())}`);
  return { tweak: mod(8n * left, groupFor('ed25519').order), chainCode: mac(3).slice(32) };
};

/** Child of a secp256k1 group key (33 bytes). Throws a fault for a hardened or malformed index. */
export function bip32Tweak(groupPublic: Uint8Array, chainCode: Uint8Array, path: readonly number[]): Child {
  return walk('secp256k1', bip32Step, groupPublic, chainCode, path);
}

/** Child of an ed25519 group key (32 bytes). Throws a fault for a hardened or malformed index. */
export function ed25519Tweak(groupPublic: Uint8Array, chainCode: Uint8Array, path: readonly number[]): Child {
  return walk('ed25519', ed25519Step, groupPublic, chainCode, path);
}

function walk(
  curve: Curve,
  derive: Derive,
  groupPublic: Uint8Array,
  chainCode: Uint8Array,
  path: readonly number[],
): Child {
  const group = groupFor(curve);
  let child: Child = { publicKey: decode(group, groupPublic).toBytes(), chainCode, tweak: 0n };
  if (chainCode.length !== 32) throw fault('a chain code has 32 bytes');
  for (const index of path) {
    if (!Number.isInteger(index) || index < 0 || index >= 0x80000000)
      throw fault('only non-hardened indices can be derived');
    const step = derive(child.publicKey, child.chainCode, index);
    const point = shift(group, decode(group, child.publicKey), step.tweak);
    child = {
      publicKey: point.toBytes(),
      chainCode: step.chainCode,
      tweak: mod(child.tweak + step.tweak, group.order),
    };
  }
  return child;
}

/** point + tweak * G. Throws a fault when that is the identity. */
export function shift(group: Group, point: Point, tweak: bigint): Point {
  if (tweak < 0n || tweak >= group.order) throw fault('tweak out of range');
  const moved = tweak === 0n ? point : point.add(group.base.multiplyUnsafe(tweak));
  if (moved.is0()) throw fault('the tweak leads to no key');
  return moved;
}

function decode(group: Group, bytes: Uint8Array): Point {
  try {
    return group.decode(bytes);
  } catch {
    throw fault('malformed public key');
  }
}
