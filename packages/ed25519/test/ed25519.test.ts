import { ed25519 as curve } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ed25519 as native } from '../src/node.ts';
import { ed25519 as portable } from '../src/portable.ts';

const { Point } = curve;
const order = Point.Fn.ORDER;
const strict = { zip215: false } as const;
const verdict = (of: typeof native, signature: Uint8Array, message: Uint8Array, key: Uint8Array): string => {
  try {
    return String(of.verify(signature, message, key, strict));
  } catch {
    return 'throws';
  }
};

/** RFC 8032 §7.1, TEST 1 to 3. */
const published = [
  {
    secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    secret: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    secret: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

describe.each([
  ['in Node', native],
  ['in browsers', portable],
])('Ed25519 %s', (_, of) => {
  it('makes and takes the signatures of RFC 8032', () => {
    for (const { secret, key, message, signature } of published) {
      expect(bytesToHex(of.sign(hexToBytes(message), hexToBytes(secret)))).toBe(signature);
      expect(of.verify(hexToBytes(signature), hexToBytes(message), hexToBytes(key), strict)).toBe(true);
    }
  });

  it('changes nothing of what it is given, and takes Buffers, which share their bytes', () => {
    for (const { secret, key, message, signature } of published)
      for (const top of [0x00, 0x80]) {
        const given = [signature, message, key, secret].map((hex) => Buffer.from(hex, 'hex'));
        const [signed, text, publicKey, own] = given as [Buffer, Buffer, Buffer, Buffer];
        publicKey[31] = ((publicKey[31] ?? 0) & 0x7f) | top;
        const before = given.map((each) => each.toString('hex'));
        const isKey = publicKey.toString('hex') === key;
        for (let twice = 0; twice < 2; twice++) expect(of.verify(signed, text, publicKey, strict)).toBe(isKey);
        expect(bytesToHex(of.sign(text, own))).toBe(signature);
        expect(given.map((each) => each.toString('hex'))).toEqual(before);
      }
  });

  it('refuses secrets, keys and signatures of another length', () => {
    const message = utf8ToBytes('m');
    for (const length of [0, 31, 33]) {
      expect(() => of.sign(message, new Uint8Array(length))).toThrow();
      expect(() => of.verify(new Uint8Array(64), message, new Uint8Array(length), strict)).toThrow();
    }
    for (const length of [0, 63, 65])
      expect(() => of.verify(new Uint8Array(length), message, new Uint8Array(32), strict)).toThrow();
  });
});

const littleEndian = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0')).reverse();
const scalarOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes.slice().reverse())}`);
/** The eight points of small order. */
const torsion = (() => {
  const eighth = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
  const all = [Point.ZERO];
  for (let n = 1; n < 8; n++) all.push((all[n - 1] ?? Point.ZERO).add(eighth));
  return all;
})();
/** Every spelling of a point that somebody may take: the canonical one, with the other sign, and with y + p where that fits. */
function spellings(point: typeof Point.ZERO): Uint8Array[] {
  const canonical = point.toBytes();
  const flipped = canonical.slice();
  flipped[31] = (flipped[31] ?? 0) ^ 0x80;
  const y = point.toAffine().y;
  const shifted = y < 19n ? littleEndian(y + 2n ** 255n - 19n) : undefined;
  const signed = shifted?.slice();
  if (signed) signed[31] = (signed[31] ?? 0) | 0x80;
  return [canonical, flipped, ...(shifted && signed ? [shifted, signed] : [])];
}

/** A signature that holds by the equation with the cofactor, for a key and an R with these parts of small order, as spelt here. */
function made(seed: Uint8Array, message: Uint8Array, parts: { key: number; nonce: number; spelling: number }) {
  const a = scalarOf(sha512(seed).slice(0, 32)) % order;
  const r = scalarOf(sha512(concatBytes(seed, message)).slice(0, 32)) % order;
  const part = (n: number) => torsion[n] ?? Point.ZERO;
  const key = Point.BASE.multiply(a).add(part(parts.key)).toBytes();
  const options = spellings(Point.BASE.multiply(r).add(part(parts.nonce)));
  const R = options[parts.spelling % options.length] ?? new Uint8Array(32);
  const k = scalarOf(sha512(concatBytes(R, key, message))) % order;
  return { key, signature: concatBytes(R, littleEndian((r + k * a) % order)) };
}

describe('what OpenSSL and noble make of one signature', () => {
  it('is the same for every key and every R of small order, however spelt', () => {
    const message = utf8ToBytes('small');
    const all = torsion.flatMap(spellings);
    const seen = new Set<string>();
    for (const key of all)
      for (const R of all)
        for (const s of [0n, 1n, order - 1n, order]) {
          const signature = concatBytes(R, littleEndian(s));
          const verdicts = [verdict(native, signature, message, key), verdict(portable, signature, message, key)];
          expect(verdicts[0]).toBe(verdicts[1]);
          seen.add(verdicts.join());
        }
    // By the strict rules none of these keys is one.
    expect(seen).not.toContain('true,true');
  });

  it('is the same with parts of small order in the key and in R, where the equations with and without the cofactor differ', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ maxLength: 80 }),
        fc.nat(7),
        fc.nat(7),
        fc.nat(3),
        (seed, message, key, nonce, spelling) => {
          const { key: publicKey, signature } = made(seed, message, { key, nonce, spelling });
          const said = verdict(portable, signature, message, publicKey);
          expect(verdict(native, signature, message, publicKey)).toBe(said);
          seen.set(said, (seen.get(said) ?? 0) + 1);
        },
      ),
      { numRuns: 150 },
    );
    expect([...seen.keys()]).toContain('true');
  });

  it('is the same for whatever is changed in a signature, a key or a message', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ minLength: 1, maxLength: 80 }),
        fc.constantFrom('signature', 'key', 'message', 'nothing', 'more', 'top'),
        fc.nat(511),
        (secret, message, where, bit) => {
          const signature = native.sign(message, secret);
          expect(signature).toEqual(portable.sign(message, secret));
          const key = curve.getPublicKey(secret);
          const flip = (bytes: Uint8Array) => {
            const at = (bit >> 3) % bytes.length;
            bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
          };
          if (where === 'signature') flip(signature);
          if (where === 'key') flip(key);
          if (where === 'message') flip(message);
          // The same s once more round the group, which a lax verifier takes.
          if (where === 'more') signature.set(littleEndian(scalarOf(signature.slice(32)) + order), 32);
          if (where === 'top') signature[63] = (signature[63] ?? 0) | 0xe0;
          const said = verdict(portable, signature, message, key);
          expect(verdict(native, signature, message, key)).toBe(said);
          if (where === 'nothing') expect(said).toBe('true');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is the same for keys that are not canonical, or no points at all', () => {
    const message = utf8ToBytes('m');
    const signature = native.sign(message, new Uint8Array(32).fill(7));
    for (let y = 2n ** 255n - 19n; y < 2n ** 255n; y++)
      for (const sign of [0n, 2n ** 255n]) {
        const key = littleEndian(y + sign);
        expect(verdict(native, signature, message, key)).toBe(verdict(portable, signature, message, key));
      }
  });
});
