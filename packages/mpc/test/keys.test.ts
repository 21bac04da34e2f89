import { ed25519_FROST } from '@noble/curves/ed25519.js';
import { secp256k1_FROST } from '@noble/curves/secp256k1.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { groupFor } from '../src/group.ts';
import {
  type Curve,
  checkShare,
  type DkgConfig,
  dkg,
  type KeyShare,
  keyGroupId,
  pairFromJson,
  pairToJson,
  provePossession,
  publicOf,
  recoverSecret,
  shareFromJson,
  shareToJson,
  verifyPossession,
} from '../src/index.ts';
import { entry, generate, type Keys, pairUp } from './net.ts';

const fault = expect.objectContaining({ name: 'MpcAbort', kind: 'fault' });
const curves: Curve[] = ['secp256k1', 'ed25519'];
const sets: Record<Curve, Keys> = { secp256k1: generate('secp256k1', 2, 3), ed25519: generate('ed25519', 2, 3) };

describe.each(curves)('a %s key made by dealerless generation', (curve) => {
  const keys = sets[curve];

  it('is the same key for all, each with its own share that fits', () => {
    for (const key of Object.values(keys)) {
      expect(publicOf(checkShare(key))).toEqual(publicOf(entry(keys, 1)));
      expect(key.epoch).toBe(0);
    }
    expect(new Set(Object.values(keys).map((key) => key.share)).size).toBe(3);
  });

  it('satisfies the share check of another FROST implementation', () => {
    const F = curve === 'secp256k1' ? secp256k1_FROST : ed25519_FROST;
    const group = groupFor(curve);
    const [one, two] = [entry(keys, 1), entry(keys, 2)];
    // The line through two shares: its slope is the second Feldman commitment.
    const slope = F.utils.Fn.sub(two.share, one.share);
    const commitments = [new Uint8Array(one.groupPublic), new Uint8Array(group.base.multiply(slope).toBytes())];
    for (const key of Object.values(keys)) {
      const secret = {
        identifier: F.Identifier.fromNumber(key.me),
        signingShare: new Uint8Array(group.encodeScalar(key.share)),
      };
      F.validateSecret(secret, { signers: { min: 2, max: 3 }, commitments, verifyingShares: {} });
    }
  });

  it('comes together from every set of t shares, and never from fewer, doubled, foreign or altered ones', () => {
    const [one, two, three] = [entry(keys, 1), entry(keys, 2), entry(keys, 3)];
    const secret = recoverSecret([one, two]);
    for (const shares of [
      [one, three],
      [three, two],
      [one, two, three],
    ])
      expect(recoverSecret(shares)).toBe(secret);
    expect(bytesToHex(groupFor(curve).base.multiply(secret).toBytes())).toBe(bytesToHex(one.groupPublic));
    const foreign = entry(generate(curve, 2, 3), 2);
    const wrong: KeyShare[][] = [
      [],
      [one],
      [one, one],
      [one, foreign],
      [one, { ...two, share: two.share + 1n }],
      [one, { ...two, epoch: 1 }],
    ];
    for (const shares of wrong) expect(() => recoverSecret(shares)).toThrow(fault);
  });

  it('has a possession proof for one share, key, epoch and purpose only', () => {
    const [one, two] = [entry(keys, 1), entry(keys, 2)];
    const context = randomBytes(32);
    const proof = provePossession(one, context);
    expect(verifyPossession(publicOf(two), 1, context, proof)).toBe(true);
    expect(verifyPossession(publicOf(two), 2, context, proof)).toBe(false);
    expect(verifyPossession(publicOf(two), 9, context, proof)).toBe(false);
    expect(verifyPossession(publicOf(two), 1, randomBytes(32), proof)).toBe(false);
    expect(verifyPossession({ ...publicOf(two), epoch: 1 }, 1, context, proof)).toBe(false);
    for (let i = 0; i < proof.length; i++) {
      const changed = proof.slice();
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(verifyPossession(publicOf(two), 1, context, changed)).toBe(false);
    }
    for (const bad of [proof.slice(1), new Uint8Array(), new Uint8Array([...proof, 0])]) {
      expect(verifyPossession(publicOf(two), 1, context, bad)).toBe(false);
    }
  });

  it('is kept as text that reads back the same, and any altered field is refused', () => {
    const key = entry(keys, 3);
    const text = shareToJson(key);
    expect(shareFromJson(text)).toEqual(key);
    const json = JSON.parse(text) as Record<string, unknown>;
    const other = entry(sets[curve === 'secp256k1' ? 'ed25519' : 'secp256k1'], 3);
    const wrong: Record<string, unknown>[] = [
      { v: 2 },
      { curve: other.curve },
      { curve: 'p256' },
      { t: 1 },
      { t: 3 },
      { t: 4 },
      { n: 2 },
      { me: 1 },
      { me: 0 },
      { me: '3' },
      { epoch: -1 },
      { epoch: 0.5 },
      { share: '0'.repeat(64) },
      { share: 'f'.repeat(64) },
      { share: String(json.share).toUpperCase().replace(/^./, 'A') },
      { share: `${String(json.share)}00` },
      { groupPublic: bytesToHex(key.verifyingShares[1] ?? new Uint8Array()) },
      { groupPublic: '00'.repeat(key.groupPublic.length) },
      { chainCode: '00' },
      { verifyingShares: {} },
      { verifyingShares: { ...(json.verifyingShares as object), 1: bytesToHex(key.groupPublic) } },
      { verifyingShares: { ...(json.verifyingShares as object), '04': bytesToHex(key.groupPublic) } },
      { verifyingShares: [] },
      { extra: 1 },
    ];
    for (const change of wrong)
      expect(() => shareFromJson(JSON.stringify({ ...json, ...change })), JSON.stringify(change)).toThrow(fault);
    for (const bad of ['', 'null', '[]', '{}', '1']) expect(() => shareFromJson(bad)).toThrow(fault);
  });
});

describe('key generation', () => {
  const base: DkgConfig = { curve: 'secp256k1', t: 2, n: 3, me: 1, session: randomBytes(32) };
  const wrong: [string, Partial<DkgConfig>][] = [
    ['a threshold of 1', { t: 1 }],
    ['a threshold above the number of parties', { t: 4 }],
    ['a fractional threshold', { t: 2.5 }],
    ['party 0', { me: 0 }],
    ['a party outside', { me: 4 }],
    ['a party number congruent to 1 modulo 2^32', { me: 2 ** 32 + 1 }],
    ['a short session id', { session: randomBytes(31) }],
    ['101 parties', { n: 101 }],
  ];
  for (const [name, change] of wrong)
    it(`refuses ${name}`, () => expect(() => dkg.round1({ ...base, ...change })).toThrow(fault));

  it('works for 3-of-5 and 5-of-5', () => {
    for (const [t, n] of [
      [3, 5],
      [5, 5],
    ] as const) {
      const keys = generate('secp256k1', t, n);
      expect(recoverSecret(Object.values(keys).slice(0, t))).toBe(recoverSecret(Object.values(keys)));
      expect(() => recoverSecret(Object.values(keys).slice(0, t - 1))).toThrow(fault);
    }
  });

  it('names a group by both keys and chain codes', () => {
    const [secp, ed] = [entry(sets.secp256k1, 1), entry(sets.ed25519, 1)];
    expect(keyGroupId(secp, ed)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyGroupId(entry(sets.secp256k1, 2), entry(sets.ed25519, 3))).toBe(keyGroupId(secp, ed));
    expect(keyGroupId(secp, { ...ed, chainCode: randomBytes(32) })).not.toBe(keyGroupId(secp, ed));
  });
});

describe('a pair set-up', () => {
  const [pair, mirror] = pairUp(sets.secp256k1, 1, 3);

  it('gives both sides the same name and seed, and the receiver exactly the seeds it chose', () => {
    expect(pair.id).toEqual(mirror.id);
    expect(pair.zeroSeed).toEqual(mirror.zeroSeed);
    for (const [receiver, sender] of [
      [pair, mirror],
      [mirror, pair],
    ] as const) {
      for (let i = 0; i < 128; i++) {
        const bit = ((receiver.choice[i >> 3] ?? 0) >> (i & 7)) & 1;
        const chosen = bytesToHex(receiver.chosenSeeds.slice(i * 32, i * 32 + 32));
        const both = [0, 1].map((k) => bytesToHex(sender.seedPairs.slice(i * 64 + k * 32, i * 64 + k * 32 + 32)));
        expect(both[bit]).toBe(chosen);
        expect(both[1 - bit]).not.toBe(chosen);
      }
    }
  });

  it('is kept as text that reads back the same, and malformed text is refused', () => {
    const text = pairToJson(pair);
    expect(pairFromJson(text)).toEqual(pair);
    const json = JSON.parse(text) as Record<string, unknown>;
    const wrong = [
      { v: 0 },
      { me: 3 },
      { me: 0 },
      { epoch: null },
      { choice: '' },
      { zeroSeed: 'zz'.repeat(32) },
      { seedPairs: 5 },
      { extra: '' },
    ];
    for (const change of wrong) expect(() => pairFromJson(JSON.stringify({ ...json, ...change }))).toThrow(fault);
    const { id: _id, ...without } = json;
    expect(() => pairFromJson(JSON.stringify(without))).toThrow(fault);
  });
});
