import { hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { crypto as native } from '../src/crypto.node.ts';
import { crypto as portable } from '../src/crypto.ts';

const text = utf8ToBytes(
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
);
const associated = hexToBytes('50515253c0c1c2c3c4c5c6c7');
const key = hexToBytes('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f');

describe.each([
  ['in Node', native],
  ['in browsers', portable],
])('what the channel encrypts and hashes with, %s', (_, crypto) => {
  it('gives the boxes of RFC 8439 §2.8.2 and of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, A.3.1)', () => {
    const box = crypto.chacha.seal(key, hexToBytes('070000004041424344454647'), associated, text);
    expect(box.slice(0, 16)).toEqual(hexToBytes('d31a8d34648e60db7b86afbc53ef7ec2'));
    expect(box.slice(-16)).toEqual(hexToBytes('1ae10b594f09e26a7e902ecbd0600691'));
    const nonce = hexToBytes('404142434445464748494a4b4c4d4e4f5051525354555657');
    const extended = crypto.xchacha.seal(key, nonce, associated, text);
    expect(extended.slice(0, 16)).toEqual(hexToBytes('bd6d179d3e83d43b9576579493c0e939'));
    expect(extended.slice(-16)).toEqual(hexToBytes('c0875924c1c7987947deafd8780acf49'));
    expect(crypto.xchacha.open(key, nonce, associated, extended)).toEqual(text);
  });

  it('gives the key of RFC 5869 A.1, as far as 32 bytes', () => {
    const info = hexToBytes('f0f1f2f3f4f5f6f7f8f9');
    const salt = hexToBytes('000102030405060708090a0b0c');
    const made = crypto.hkdf(new Uint8Array(22).fill(0x0b), salt, info);
    expect(made).toEqual(hexToBytes('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf'));
  });

  it('refuses every box with one bit changed, cut short, or under other associated data', () => {
    for (const [aead, nonce] of [
      [crypto.chacha, new Uint8Array(12)],
      [crypto.xchacha, new Uint8Array(24)],
    ] as const) {
      const box = aead.seal(key, nonce, associated, text.slice(0, 5));
      for (let bit = 0; bit < box.length * 8; bit++) {
        const changed = Uint8Array.from(box);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => aead.open(key, nonce, associated, changed)).toThrow();
      }
      for (let length = 0; length < box.length; length++)
        expect(() => aead.open(key, nonce, associated, box.slice(0, length))).toThrow();
      expect(() => aead.open(key, nonce, associated.slice(1), box)).toThrow();
    }
  });

  it('refuses keys and nonces of another length', () => {
    for (const length of [0, 8, 11, 13, 16, 24, 31, 33])
      expect(() => crypto.chacha.seal(key, new Uint8Array(length), associated, text)).toThrow();
    for (const length of [0, 12, 23, 25])
      expect(() => crypto.xchacha.seal(key, new Uint8Array(length), associated, text)).toThrow();
    for (const length of [0, 16, 31, 33]) {
      expect(() => crypto.chacha.seal(new Uint8Array(length), new Uint8Array(12), associated, text)).toThrow();
      expect(() => crypto.xchacha.seal(new Uint8Array(length), new Uint8Array(24), associated, text)).toThrow();
    }
  });
});

it('gives the same bytes in Node and in browsers, of any length', () => {
  for (const length of [0, 1, 15, 16, 17, 63, 64, 65, 255, 1_000, 65_536]) {
    const [payload, more] = [randomBytes(length), randomBytes(length % 300)];
    const secret = randomBytes(32);
    for (const [aead, nonce] of [
      ['chacha', randomBytes(12)],
      ['xchacha', randomBytes(24)],
    ] as const) {
      const box = native[aead].seal(secret, nonce, more, payload);
      expect(Buffer.compare(box, portable[aead].seal(secret, nonce, more, payload))).toBe(0);
      expect(Buffer.compare(native[aead].open(secret, nonce, more, box), payload)).toBe(0);
    }
    expect(native.sha256(payload)).toEqual(portable.sha256(payload));
    expect(native.hmac(more, payload)).toEqual(portable.hmac(more, payload));
    expect(native.hkdf(payload, more, secret)).toEqual(portable.hkdf(payload, more, secret));
  }
});
