import { describe, expect, it } from 'vitest';
import { ChainError, type Signature, signatureFromWire, signatureToWire } from '../src/index.ts';

const half = 'ab'.repeat(32);
const ecdsa = { scheme: 'ecdsa', r: half, s: half, recid: 1 } as const;
const ed25519 = { scheme: 'ed25519', signature: half + half } as const;

describe('a signature on the wire', () => {
  it('carries its scheme there and back, with its leading zeros', () => {
    const made: Signature[] = [
      { scheme: 'ecdsa', r: 1n, s: 2n ** 255n, recid: 0 },
      { scheme: 'ed25519', bytes: new Uint8Array(64).fill(7, 1) },
      { scheme: 'schnorr', bytes: new Uint8Array(64).fill(8, 1) },
    ];
    for (const signature of made) {
      const wire = signatureToWire(signature);
      expect(wire.scheme).toBe(signature.scheme);
      expect(signatureFromWire(JSON.parse(JSON.stringify(wire)))).toEqual(signature);
    }
  });

  it.each([
    ['none', undefined],
    ['a text', 'ecdsa'],
    ['no scheme', { r: half, s: half, recid: 1 }],
    ['an unknown scheme', { ...ed25519, scheme: 'bls' }],
    ['a scheme of every object', { ...ed25519, scheme: 'toString' }],
    ['numbers of another scheme', { ...ecdsa, scheme: 'ed25519' }],
    ['bytes of another scheme', { ...ed25519, scheme: 'ecdsa' }],
    ['a short number', { ...ecdsa, r: half.slice(2) }],
    ['a long number', { ...ecdsa, s: `${half}00` }],
    ['a number', { ...ecdsa, s: 7 }],
    ['no hex', { ...ecdsa, r: 'g'.repeat(64) }],
    ['a recovery id of neither', { ...ecdsa, recid: 2 }],
    ['a recovery id in words', { ...ecdsa, recid: '1' }],
    ['a short signature', { ...ed25519, signature: half }],
  ])('is refused with %s', (_, wire) => {
    let thrown: unknown;
    try {
      signatureFromWire(wire);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ChainError);
    expect(thrown).toMatchObject({ code: 'badSignature' });
  });
});
