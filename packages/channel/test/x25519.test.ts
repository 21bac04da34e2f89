import { hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { x25519 as native } from '../src/x25519.node.ts';
import { x25519 as portable } from '../src/x25519.ts';

/** RFC 7748 §6.1. */
const vector = {
  alice: hexToBytes('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'),
  alicePublic: hexToBytes('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'),
  bob: hexToBytes('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'),
  bobPublic: hexToBytes('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'),
  shared: hexToBytes('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742'),
};

/** Points whose every multiple is zero, in all their spellings (https://cr.yp.to/ecdh.html#validate). */
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

describe.each([
  ['in Node', native],
  ['in browsers', portable],
])('X25519 %s', (_, x25519) => {
  it('gives the keys and the shared secret of RFC 7748', () => {
    expect(x25519.getPublicKey(vector.alice)).toEqual(vector.alicePublic);
    expect(x25519.getPublicKey(vector.bob)).toEqual(vector.bobPublic);
    expect(x25519.getSharedSecret(vector.alice, vector.bobPublic)).toEqual(vector.shared);
    expect(x25519.getSharedSecret(vector.bob, vector.alicePublic)).toEqual(vector.shared);
  });

  it.each(smallOrder)('refuses the point %s', (point) => {
    expect(() => x25519.getSharedSecret(vector.alice, hexToBytes(point))).toThrow();
  });

  it('refuses keys of another length', () => {
    for (const length of [0, 31, 33, 64]) {
      expect(() => x25519.getPublicKey(new Uint8Array(length))).toThrow();
      expect(() => x25519.getSharedSecret(vector.alice, new Uint8Array(length).fill(9))).toThrow();
      expect(() => x25519.getSharedSecret(new Uint8Array(length), vector.bobPublic)).toThrow();
    }
  });
});

it('gives the same bytes in Node and in browsers, for points of the twist and with the top bit set too', () => {
  for (let n = 0; n < 60; n++) {
    const secret = native.randomSecretKey();
    const point = randomBytes(32);
    expect(native.getPublicKey(secret)).toEqual(portable.getPublicKey(secret));
    expect(native.getSharedSecret(secret, point)).toEqual(portable.getSharedSecret(secret, point));
  }
});
