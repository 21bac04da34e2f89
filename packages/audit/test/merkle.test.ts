import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { frontierRoot, leafHash, rootAt, verifyConsistency, verifyInclusion } from '../src/index.ts';
import { mth, path, proof } from './naive.ts';
import { treeOf } from './tree.ts';

/** The eight leaves and roots that the Certificate Transparency implementations share as their reference. */
const referenceLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes);
const referenceRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaves = Array.from({ length: 70 }, (_, i) => utf8ToBytes(`leaf ${i}`));
const tree = treeOf(leaves);
const sizes = [...leaves.keys(), leaves.length];
const hex = (list: readonly Uint8Array[]): string[] => list.map((each) => bytesToHex(each));

test('roots are those of the published reference tree', () => {
  const reference = treeOf(referenceLeaves);
  expect(referenceRoots.map((_, size) => bytesToHex(rootAt(size, reference.read)))).toEqual(referenceRoots);
  expect(bytesToHex(frontierRoot(reference.frontier))).toBe(referenceRoots.at(-1));
});

test('every root, inclusion path and consistency proof is what the definitions of RFC 6962 give', () => {
  for (const size of sizes) {
    const part = leaves.slice(0, size);
    expect(bytesToHex(rootAt(size, tree.read))).toBe(bytesToHex(mth(part)));
    for (let leaf = 0; leaf < size; leaf++) expect(hex(tree.inclusion(leaf, size))).toEqual(hex(path(leaf, part)));
    for (let first = 1; first <= size; first++)
      expect(hex(tree.consistency(first, size))).toEqual(hex(proof(first, part)));
  }
});

test('every proof the definitions give is accepted', () => {
  for (const size of sizes.slice(1)) {
    const part = leaves.slice(0, size);
    const root = mth(part);
    for (const [index, data] of part.entries())
      expect(verifyInclusion({ leaf: leafHash(data), index, size, root, path: path(index, part) })).toBe(true);
    for (let first = 0; first <= size; first++)
      expect(
        verifyConsistency(
          { size: first, root: mth(part.slice(0, first)) },
          { size, root },
          first === 0 ? [] : proof(first, part),
        ),
      ).toBe(true);
  }
});

/** A path with one bit turned, one step left out, or one added. */
function spoiled(steps: readonly Uint8Array[]): Uint8Array[][] {
  const turned = steps.map((step, at) =>
    steps.map((each, i) => (i === at ? Uint8Array.from(step, (byte, k) => (k === at % 32 ? byte ^ 1 : byte)) : each)),
  );
  const shorter = steps.map((_, at) => steps.filter((_each, i) => i !== at));
  return [...turned, ...shorter, [...steps, new Uint8Array(32)], [new Uint8Array(32), ...steps]];
}

test('no spoiled inclusion path, other leaf, place or size is accepted', () => {
  for (const size of [1, 2, 3, 7, 8, 13, 64, 70]) {
    const part = leaves.slice(0, size);
    const root = mth(part);
    for (const [index, data] of part.entries()) {
      const right = { leaf: leafHash(data), index, size, root, path: tree.inclusion(index, size) };
      expect(verifyInclusion(right)).toBe(true);
      for (const wrong of spoiled(right.path)) expect(verifyInclusion({ ...right, path: wrong })).toBe(false);
      expect(verifyInclusion({ ...right, leaf: leafHash(utf8ToBytes('other')) })).toBe(false);
      for (const place of [-1, size, size + 1, 0.5, Number.NaN])
        expect(verifyInclusion({ ...right, index: place })).toBe(false);
      if (size > 1) expect(verifyInclusion({ ...right, index: (index + 1) % size })).toBe(false);
    }
  }
});

test('no spoiled consistency proof, other root or shrinking tree is accepted', () => {
  for (const size of [2, 3, 7, 8, 13, 64, 70])
    for (let first = 1; first < size; first++) {
      const [old, now] = [
        { size: first, root: rootAt(first, tree.read) },
        { size, root: rootAt(size, tree.read) },
      ];
      const right = tree.consistency(first, size);
      for (const wrong of spoiled(right)) expect(verifyConsistency(old, now, wrong)).toBe(false);
      expect(verifyConsistency({ ...old, root: leafHash(old.root) }, now, right)).toBe(false);
      expect(verifyConsistency(old, { ...now, root: leafHash(now.root) }, right)).toBe(false);
      expect(verifyConsistency(now, old, right)).toBe(false);
    }
  const same = { size: 5, root: rootAt(5, tree.read) };
  expect(verifyConsistency(same, { ...same, root: rootAt(6, tree.read) }, [])).toBe(false);
  expect(verifyConsistency({ size: 0, root: mth([]) }, same, [new Uint8Array(32)])).toBe(false);
});
