import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainError, childPublicKey, curveAt, formatPath, groupKeyAt, parsePath } from '../src/index.ts';

const index = fc.integer({ min: 0, max: 0x7fffffff });

describe('paths', () => {
  it('derives the same public children as @scure/bip32', () => {
    const property = fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(0 as const, 60 as const),
      index,
      fc.constantFrom(0 as const, 1 as const),
      index,
      (seed, coin, wallet, branch, last) => {
        const root = HDKey.fromMasterSeed(seed);
        const path = formatPath({ coin, wallet, branch, index: last });
        const expected = root.derive(path).publicKey;
        const publicKey = bytesToHex(root.publicKey ?? new Uint8Array());
        const child = childPublicKey({ publicKey, chainCode: bytesToHex(root.chainCode ?? new Uint8Array()) }, path);
        expect(bytesToHex(child)).toBe(bytesToHex(expected ?? new Uint8Array()));
      },
    );
    fc.assert(property, { numRuns: 30 });
  });

  it('derives a group’s key on the curve of the path’s coin, below the root of that curve', () => {
    const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));
    const half = { chainCode: bytesToHex(root.chainCode ?? new Uint8Array()) };
    const secp256k1 = { publicKey: bytesToHex(root.publicKey ?? new Uint8Array()), ...half };
    const ed25519 = { publicKey: '58'.padEnd(64, '6'), ...half };
    expect(groupKeyAt({ secp256k1, ed25519 }, 'm/60/1/0/2')).toEqual(root.derive('m/60/1/0/2').publicKey);
    expect(curveAt('m/60/1/0/2')).toBe('secp256k1');
    expect(() => curveAt('m/61/1/0/2')).toThrow(ChainError);
  });

  it('derives BIP32 test vector 2, chain m/0', () => {
    // Only the first step of the vector is unhardened; the path below takes it as the first of four, checked by HDKey again.
    const root = HDKey.fromExtendedKey(
      'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
    );
    expect(bytesToHex(root.derive('m/0').publicKey ?? new Uint8Array())).toBe(
      '02fc9e5af0ac8d9b3cecfe2a888e2117ba3d089d8585886c9c826b6b22a98d12ea',
    );
    const parts = {
      publicKey: bytesToHex(root.publicKey ?? new Uint8Array()),
      chainCode: bytesToHex(root.chainCode ?? new Uint8Array()),
    };
    expect(bytesToHex(childPublicKey(parts, 'm/0/5/1/9'))).toBe(
      bytesToHex(root.derive('m/0/5/1/9').publicKey ?? new Uint8Array()),
    );
  });

  it('reads back what it writes and refuses every other spelling', () => {
    expect(parsePath('m/60/7/0/0')).toEqual({ coin: 60, wallet: 7, branch: 0, index: 0 });
    for (const path of [
      '',
      'm',
      'm/60/7/0',
      'm/60/7/0/0/0',
      "m/60'/7/0/0",
      'm/60/07/0/0',
      'm/61/7/0/0',
      'm/60/7/2/0',
      'M/60/7/0/0',
      'm/0/2147483648/0/0',
      'm/0/1/0/-1',
      ' m/0/1/0/0',
    ])
      expect(() => parsePath(path), path).toThrow(ChainError);
  });
});
