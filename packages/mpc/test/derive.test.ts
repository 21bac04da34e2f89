import { createHmac } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shift } from '../src/derive.ts';
import { groupFor } from '../src/group.ts';
import { bip32Tweak, childSecret, ed25519Tweak, recoverSecret } from '../src/index.ts';
import { entry, generate } from './net.ts';

/** What BIP 32's HMAC says on its left, where a test has it say something: what matters there happens by itself once in 2¹²⁷. */
const said = vi.hoisted(() => ({ left: undefined as bigint | undefined }));
vi.mock('@noble/hashes/hmac.js', async (load) => {
  const real = await load<typeof import('@noble/hashes/hmac.js')>();
  const hmac: typeof real.hmac = Object.assign((...asked: Parameters<typeof real.hmac>) => {
    const out = real.hmac(...asked);
    if (said.left !== undefined) out.set(Buffer.from(said.left.toString(16).padStart(64, '0'), 'hex'));
    return out;
  }, real.hmac);
  return { ...real, hmac };
});
afterEach(() => {
  said.left = undefined;
});

const keys = generate('secp256k1', 2, 3);
const edKeys = generate('ed25519', 2, 3);
const paths = [[], [0], [0x7fffffff], [60, 12, 0, 0], [0, 12, 1, 977], [44, 60, 0, 0, 9, 1, 2]];
const fault = expect.objectContaining({ kind: 'fault' });

describe('child keys', () => {
  it('secp256k1 children are those of @scure/bip32, from the public side and from the recovered secret', () => {
    const { groupPublic, chainCode } = entry(keys, 1);
    const secret = recoverSecret([entry(keys, 1), entry(keys, 3)]);
    const publicRoot = new HDKey({ publicKey: groupPublic, chainCode });
    const privateRoot = new HDKey({ privateKey: childSecret('secp256k1', secret, 0n), chainCode });
    for (const path of paths) {
      const text = ['m', ...path].join('/');
      const child = bip32Tweak(groupPublic, chainCode, path);
      expect(bytesToHex(child.publicKey)).toBe(bytesToHex(publicRoot.derive(text).publicKey ?? new Uint8Array()));
      expect(bytesToHex(child.chainCode)).toBe(bytesToHex(publicRoot.derive(text).chainCode ?? new Uint8Array()));
      const expected = privateRoot.derive(text).privateKey ?? new Uint8Array();
      expect(bytesToHex(childSecret('secp256k1', secret, child.tweak))).toBe(bytesToHex(expected));
    }
  });

  it('follows BIP 32 test vector 2, chain m/0', () => {
    const publicKey = hexToBytes('03cbcaa9c98c877a26977d00825c956a238e8dddfbd322cce4f74b0b5bd6ace4a7');
    const chainCode = hexToBytes('60499f801b896d83179a4374aeb7822aaeaceaa0db1f85ee3e904c4defbd9689');
    const child = bip32Tweak(publicKey, chainCode, [0]);
    expect(bytesToHex(child.publicKey)).toBe('02fc9e5af0ac8d9b3cecfe2a888e2117ba3d089d8585886c9c826b6b22a98d12ea');
    expect(bytesToHex(child.chainCode)).toBe('f0909affaa7ee7abe5dd4e100598d4dc53cd709d5a5c2cac40e7412f232f7c9c');
  });

  it('an index has no child where BIP 32 says so: the HMAC is nought, or no scalar', () => {
    const { groupPublic, chainCode } = entry(keys, 1);
    const { order } = groupFor('secp256k1');
    for (const left of [0n, order, order + 1n, 2n ** 256n - 1n]) {
      said.left = left;
      expect(() => bip32Tweak(groupPublic, chainCode, [7])).toThrow('this index has no child');
    }
    for (const left of [1n, order - 1n]) {
      said.left = left;
      expect(bip32Tweak(groupPublic, chainCode, [7]).tweak).toBe(left);
    }
  });

  it('ed25519 children: the public key is that of the secret plus tweak', () => {
    const { groupPublic, chainCode } = entry(edKeys, 2);
    const secret = recoverSecret([entry(edKeys, 1), entry(edKeys, 2)]);
    for (const path of paths) {
      const child = ed25519Tweak(groupPublic, chainCode, path);
      const scalar = ed25519.Point.Fn.fromBytes(childSecret('ed25519', secret, child.tweak));
      expect(bytesToHex(child.publicKey)).toBe(ed25519.Point.BASE.multiply(scalar).toHex());
    }
  });

  it('ed25519 children are those of the paper’s formula: 8 times the low 28 bytes, little-endian', () => {
    const { groupPublic, chainCode } = entry(edKeys, 1);
    for (const index of [0, 1, 258, 0x7fffffff]) {
      const place = Buffer.alloc(4);
      place.writeUInt32LE(index);
      const mac = (tag: number): Buffer =>
        createHmac('sha512', chainCode)
          .update(Buffer.concat([Buffer.of(tag), groupPublic, place]))
          .digest();
      const low = mac(2)
        .subarray(0, 28)
        .reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      const child = ed25519Tweak(groupPublic, chainCode, [index]);
      expect([child.tweak, bytesToHex(child.chainCode)]).toEqual([8n * low, mac(3).subarray(32).toString('hex')]);
    }
  });

  it('no key is moved by what is no scalar, nor to the point that is no key', () => {
    for (const curve of ['secp256k1', 'ed25519'] as const) {
      const group = groupFor(curve);
      const point = group.base.multiplyUnsafe(5n);
      expect(shift(group, point, 0n).toBytes()).toEqual(point.toBytes());
      expect(shift(group, point, group.order - 1n).toBytes()).toEqual(group.base.multiplyUnsafe(4n).toBytes());
      for (const tweak of [-1n, group.order, group.order + 1n])
        expect(() => shift(group, point, tweak)).toThrow('tweak out of range');
      expect(() => shift(group, point, group.order - 5n)).toThrow('the tweak leads to no key');
    }
  });

  it('deriving in steps is deriving at once', () => {
    for (const [derive, key] of [
      [bip32Tweak, entry(keys, 1)],
      [ed25519Tweak, entry(edKeys, 1)],
    ] as const) {
      const whole = derive(key.groupPublic, key.chainCode, [3, 1, 4]);
      const half = derive(key.groupPublic, key.chainCode, [3]);
      const rest = derive(half.publicKey, half.chainCode, [1, 4]);
      expect(rest.publicKey).toEqual(whole.publicKey);
    }
  });

  it('refuses hardened and malformed indices, keys and chain codes', () => {
    const { groupPublic, chainCode } = entry(keys, 1);
    for (const index of [0x80000000, -1, 1.5, Number.NaN]) {
      expect(() => bip32Tweak(groupPublic, chainCode, [index])).toThrow(fault);
      expect(() => ed25519Tweak(entry(edKeys, 1).groupPublic, chainCode, [index])).toThrow(fault);
    }
    expect(() => bip32Tweak(groupPublic, chainCode.slice(1), [0])).toThrow(fault);
    expect(() => bip32Tweak(groupPublic.slice(1), chainCode, [0])).toThrow(fault);
    expect(() => ed25519Tweak(new Uint8Array(32), chainCode, [0])).toThrow(fault);
  });
});
