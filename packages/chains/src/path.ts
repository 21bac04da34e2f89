import { secp256k1 } from '@holdfast/secp256k1';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from './errors.ts';
import { type PathParts, splitPath } from './path-text.ts';
import { curveOfCoin, hasBranch } from './registry.ts';
import type { Curve } from './types.ts';

/** A key group's public root of one curve: its key (SEC1 compressed, 66 hex; ed25519, 64 hex) and chain code (64 hex). */
export interface RootKey {
  readonly publicKey: string;
  readonly chainCode: string;
}

/** @throws ChainError `badPath` for anything but the one spelling of a path of ours, with the coin of a known family and a branch that it has */
export function parsePath(path: string): PathParts {
  const parts = splitPath(path);
  if (!hasBranch(parts.coin, parts.branch)) throw new ChainError('badPath', path.slice(0, 64));
  return parts;
}

/** A key group's public roots, one a curve. */
export type KeyRoots = Readonly<Record<Curve, RootKey>>;

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

interface Node {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}
/** A child from public data only; undefined for an index that has no key (probability 2^-127). */
type Derive = (parent: Node, index: number) => Node | undefined;

/** BIP32 CKDpub, non-hardened. */
const bip32: Derive = ({ key, chainCode }, index) => {
  const i = hmac(sha512, chainCode, concatBytes(key, uint32(index)));
  const tweak = BigInt(`0x${bytesToHex(i.subarray(0, 32))}`);
  if (tweak === 0n || tweak >= secp256k1.order) return undefined;
  const child = secp256k1.base.multiplyUnsafe(tweak).add(secp256k1.decode(key));
  return child.is0() ? undefined : { key: child.toBytes(), chainCode: i.slice(32) };
};

/** BIP32-Ed25519 (Khovratovich and Law, 2017), soft derivation: A + 8 · Z_L[0..28] · B. */
const bip32Ed25519: Derive = ({ key, chainCode }, index) => {
  const mac = (tag: number) =>
    hmac(sha512, chainCode, concatBytes(new Uint8Array([tag]), key, uint32(index).reverse()));
  const left = BigInt(`0x${bytesToHex(mac(2).slice(0, 28).reverse())}`);
  const tweak = (8n * left) % ed25519.Point.Fn.ORDER;
  if (tweak === 0n) return undefined;
  const child = ed25519.Point.BASE.multiply(tweak).add(ed25519.Point.fromBytes(key));
  return child.is0() ? undefined : { key: child.toBytes(), chainCode: mac(3).slice(32) };
};

const derivations: Readonly<Record<Curve, Derive>> = { secp256k1: bip32, ed25519: bip32Ed25519 };

/** Curve of the keys at a path: its coin's family has one. @throws ChainError `badPath` */
export const curveAt = (path: string): Curve => curveOfCoin(parsePath(path).coin);

function descend(root: RootKey, steps: readonly number[], derive: Derive): Node | undefined {
  let node: Node | undefined = { key: hexToBytes(root.publicKey), chainCode: hexToBytes(root.chainCode) };
  for (const step of steps) node = node && derive(node, step);
  return node;
}

/** Branches of wallets that are kept, with all of it public. */
const mostBranches = 1_000;
const branches = new Map<string, Node>();

/** The node that a branch's addresses lie below: three of their four derivations are one and the same. */
function branchNode(root: RootKey, { coin, wallet, branch }: PathParts, derive: Derive): Node | undefined {
  const name = `${root.publicKey} ${root.chainCode} ${coin}/${wallet}/${branch}`;
  const node = branches.get(name) ?? descend(root, [coin, wallet, branch], derive);
  if (branches.size >= mostBranches) branches.clear();
  if (node) branches.set(name, node);
  return node;
}

/**
 * The key at a path below the root of the path's curve, from public data only.
 * @returns secp256k1: 33 bytes, SEC1 compressed; ed25519: 32 bytes
 * @throws ChainError `badPath` for a bad path or an index that has no key
 */
export function childPublicKey(root: RootKey, path: string): Uint8Array {
  const parts = parsePath(path);
  const derive = derivations[curveOfCoin(parts.coin)];
  const above = branchNode(root, parts, derive);
  const child = above && derive(above, parts.index);
  if (!child) throw new ChainError('badPath', path);
  return child.key;
}

/** The key of a key group at a path, below the root of the path's curve. @throws ChainError as `childPublicKey` */
export const groupKeyAt = (roots: KeyRoots, path: string): Uint8Array => childPublicKey(roots[curveAt(path)], path);
