import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { equalBytes, hash, hashToScalar, type Item, u32 } from '../src/transcript.ts';

/** The encoding written anew: each item behind its length, the tag first. */
const encoded = (...items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(...items.flatMap((item) => [new Uint8Array([0, 0, item.length >> 8, item.length & 255]), item]));
const tagged = (tag: string): Uint8Array => utf8ToBytes(`holdfast/mpc/1/${tag}`);
const hex = (tag: string, ...items: Item[]): string => bytesToHex(hash(tag, ...items));

describe('what the parties hash', () => {
  it('is each item behind its length', () => {
    const bytes = new Uint8Array([7, 8, 9]);
    const whole = encoded(tagged('test'), utf8ToBytes('text'), new Uint8Array([0, 1, 2, 3]), bytes);
    expect(hash('test', 'text', 0x00010203, bytes)).toEqual(sha256(whole));
    expect(hash('test', new Uint8Array(300))).toEqual(sha256(encoded(tagged('test'), new Uint8Array(300))));
  });
  it('is another for every other list, however its bytes stand one after the other', () => {
    const lists: Item[][] = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], []];
    expect(new Set(lists.map((items) => hex('test', ...items))).size).toBe(lists.length);
    expect(hex('test', 'a')).not.toBe(hex('other', 'a'));
  });
  it('takes numbers of four bytes, the highest first', () => {
    expect([...u32(0x01020304)]).toEqual([1, 2, 3, 4]);
    expect([...u32(0xfffffffe)]).toEqual([255, 255, 255, 254]);
  });
  it('becomes a scalar by SHA-512, reduced', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const whole = BigInt(`0x${bytesToHex(sha512(encoded(tagged('test'), utf8ToBytes('a'))))}`);
    expect(hashToScalar(order, 'test', 'a')).toBe(whole % order);
    expect(hashToScalar(2n ** 512n, 'test', 'a')).toBe(whole);
  });
});

it('bytes are equal where length and every byte are', () => {
  const one = new Uint8Array([1, 2, 3]);
  expect(equalBytes(one, new Uint8Array([1, 2, 3]))).toBe(true);
  expect(equalBytes(new Uint8Array(), new Uint8Array())).toBe(true);
  for (const other of [[0, 2, 3], [1, 2, 2], [1, 2], [1, 2, 3, 0], []])
    expect(equalBytes(one, new Uint8Array(other))).toBe(false);
  expect(equalBytes(new Uint8Array([0, 3]), new Uint8Array([3, 0]))).toBe(false);
  expect(equalBytes(new Uint8Array(), new Uint8Array([0]))).toBe(false);
});
