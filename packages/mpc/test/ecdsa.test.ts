import { dealtPairs } from '@holdfast/testkit/dealt-pairs';
import { runsOf } from '@holdfast/testkit/runs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { bip32Tweak, dkls23, type EcdsaInput, type EcdsaSignature, type PartyId } from '../src/index.ts';
import { entry, generate, inboxOf, type Keys, type Pairs, pairAll, signAll, type Tap } from './net.ts';
import { nobleEcdsa, opensslEcdsa } from './verifiers.ts';

const keys = generate('secp256k1', 2, 3);
const pairs = pairAll(keys, [1, 2, 3]);
const root = entry(keys, 1);
const N = secp256k1.Point.Fn.ORDER;

function expectGood(message: Uint8Array, signature: EcdsaSignature, publicKey: Uint8Array): void {
  const { s } = signature;
  expect(s <= N / 2n && s > 0n).toBe(true);
  expect(opensslEcdsa(message, signature, publicKey), 'OpenSSL').toBe(true);
  expect(nobleEcdsa(sha256(message), signature, publicKey), 'noble').toBe(true);
}

/** Signs fresh messages and has each party's result verified; returns the r values. */
function soak(
  count: number,
  signers: Keys,
  setups: Pairs,
  sets: readonly PartyId[][],
  path: (i: number) => number[],
): Set<bigint> {
  const nonces = new Set<bigint>();
  const { groupPublic, chainCode } = Object.values(signers)[0] ?? root;
  for (let i = 0; i < count; i++) {
    const message = randomBytes(1 + (i % 90));
    const child = bip32Tweak(groupPublic, chainCode, path(i));
    const parties = sets[i % sets.length] ?? [];
    const signatures = Object.values(signAll(signers, setups, parties, sha256(message), { tweak: child.tweak }));
    expect(signatures.length).toBe(parties.length);
    for (const signature of signatures) {
      expect(signature).toEqual(signatures[0]);
      expectGood(message, signature, child.publicKey);
      nonces.add(signature.r);
    }
  }
  return nonces;
}

describe('DKLs23 signatures', () => {
  const many = runsOf(300);
  it(`OpenSSL and noble accept ${many} of ${many} by all pairs of 2-of-3, for root and children, all with different nonces`, () => {
    const nonces = soak(
      many,
      keys,
      pairs,
      [
        [1, 2],
        [1, 3],
        [2, 3],
      ],
      (i) => (i % 2 ? [60, i, 0, 0] : []),
    );
    expect(nonces.size).toBe(many);
  }, 180_000);

  it('more than the threshold may sign together', () => {
    soak(
      6,
      keys,
      pairs,
      [
        [1, 2, 3],
        [3, 1, 2],
      ],
      () => [],
    );
  });

  it('3-of-5: several sets of three, and four, sign', () => {
    const five = generate('secp256k1', 3, 5);
    const setups = pairAll(five, [1, 2, 3, 4, 5], dealtPairs);
    soak(
      12,
      five,
      setups,
      [
        [1, 2, 3],
        [1, 3, 5],
        [2, 4, 5],
        [5, 3, 4],
        [1, 2, 4, 5],
      ],
      (i) => [i],
    );
  }, 120_000);

  it('signs the extreme digests: all zero and above the group order', () => {
    for (const digest of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      for (const signature of Object.values(signAll(keys, pairs, [1, 2], digest))) {
        expect(nobleEcdsa(digest, signature, root.groupPublic)).toBe(true);
      }
    }
  });

  it('gives both recovery ids', () => {
    const seen = new Set<number>();
    for (let i = 0; seen.size < 2 && i < 64; i++)
      seen.add(entry(signAll(keys, pairs, [1, 2], randomBytes(32)), 1).recid);
    expect(seen).toEqual(new Set([0, 1]));
  });
});

const digest = randomBytes(32);
const input: EcdsaInput = {
  key: root,
  pairs: entry(pairs, 1),
  parties: [1, 2],
  digest,
  tweak: 0n,
  session: randomBytes(32),
};
const fault = expect.objectContaining({ name: 'MpcAbort', kind: 'fault' });

/** Party 1 speaks last: it has seen party 2's w and u, and changes its own accordingly. */
function lastSpeaker(
  change: (mine: { w: bigint; u: bigint }, theirs: { w: bigint; u: bigint }) => { w: bigint; u: bigint },
): Tap {
  const { Fn } = secp256k1.Point;
  const parts = (message: Uint8Array) => ({
    w: Fn.fromBytes(message.slice(38, 70)),
    u: Fn.fromBytes(message.slice(70, 102)),
  });
  return (round, wire) => {
    if (round !== 3) return;
    const mine = entry(entry(wire, 1), 2);
    const { w, u } = change(parts(mine), parts(entry(entry(wire, 2), 1)));
    mine.set(Fn.toBytes(((w % N) + N) % N), 38);
    mine.set(Fn.toBytes(((u % N) + N) % N), 70);
  };
}

describe('a party that speaks last', () => {
  const cheat = expect.objectContaining({ name: 'MpcAbort', kind: 'cheat', party: 1 });

  it('cannot negate s, which would leave a valid signature with a wrong recovery id', () => {
    const tap = lastSpeaker((mine, theirs) => ({ w: -mine.w - 2n * theirs.w, u: mine.u }));
    expect(() => signAll(keys, pairs, [1, 2], digest, { tap })).toThrow(cheat);
  });

  it('cannot make the denominator or the numerator vanish', () => {
    const noU = lastSpeaker((mine, theirs) => ({ w: mine.w, u: -theirs.u }));
    const noW = lastSpeaker((mine, theirs) => ({ w: -theirs.w, u: mine.u }));
    for (const tap of [noU, noW]) expect(() => signAll(keys, pairs, [1, 2], digest, { tap })).toThrow(cheat);
  });
});

describe('a signing run', () => {
  const wrong: [string, Partial<EcdsaInput>][] = [
    ['a party named twice', { parties: [1, 1, 2] }],
    ['party 0', { parties: [0, 1] }],
    ['a fractional party', { parties: [1, 1.5] }],
    ['a party congruent to another modulo 2^32', { parties: [1, 2 + 2 ** 32] }],
    ['a party outside the key', { parties: [1, 4] }],
    ['a run without me', { parties: [2, 3] }],
    ['fewer parties than the threshold', { parties: [1] }],
    ['a short digest', { digest: randomBytes(31) }],
    ['a long digest', { digest: randomBytes(33) }],
    ['a short session id', { session: randomBytes(16) }],
    ['a tweak at the group order', { tweak: N }],
    ['a negative tweak', { tweak: -1n }],
    ['a missing pair set-up', { pairs: {} }],
    ['a pair set-up of another party', { pairs: { 2: entry(entry(pairs, 1), 3) } }],
    ["the other side's pair set-up", { pairs: { 2: entry(entry(pairs, 2), 1) } }],
    ['an ed25519 key', { key: entry(generate('ed25519', 2, 2), 1) }],
    ['a key of another epoch than the pair set-up', { key: { ...root, epoch: 1 } }],
  ];
  for (const [name, change] of wrong) {
    it(`refuses ${name}`, () => expect(() => dkls23.start({ ...input, ...change })).toThrow(fault));
  }

  it('refuses a tweak that leads to no key', () => {
    const secret = 5n;
    const groupPublic = secp256k1.Point.BASE.multiply(secret).toBytes();
    const bound = { 2: { ...entry(entry(pairs, 1), 2), groupPublic } };
    const start = () => dkls23.start({ ...input, key: { ...root, groupPublic }, pairs: bound, tweak: N - secret });
    expect(start).toThrow('the tweak leads to no key');
  });

  it.each([
    ['digest', { digest: randomBytes(32) }],
    ['tweak', { tweak: 7n }],
    ['session', { session: randomBytes(32) }],
    ['set of parties', { parties: [1, 2, 3] }],
  ])('aborts at the first message when the other signs for another %s', (_name, change) => {
    const one = dkls23.start(input);
    const two = dkls23.start({ ...input, ...change, key: entry(keys, 2), pairs: entry(pairs, 2) });
    expect(() => dkls23.step(one.state, { 2: entry(two.out, 1) })).toThrow(fault);
  });

  it('aborts when a party outside the run speaks', () => {
    const one = dkls23.start(input);
    const two = dkls23.start({ ...input, key: entry(keys, 2), pairs: entry(pairs, 2) });
    expect(() => dkls23.step(one.state, { 2: entry(two.out, 1), 3: entry(two.out, 1) })).toThrow(fault);
  });

  it('uses a state once only', () => {
    const one = dkls23.start(input);
    const two = dkls23.start({ ...input, key: entry(keys, 2), pairs: entry(pairs, 2) });
    dkls23.step(one.state, { 2: entry(two.out, 1) });
    expect(() => dkls23.step(one.state, { 2: entry(two.out, 1) })).toThrow('state used twice');
  });

  it('survives a caller that repeats a session id: nonces, choice bits and pads are all fresh', () => {
    const wires: string[] = [];
    const nonces = new Set<bigint>();
    for (let i = 0; i < 3; i++) {
      const tap = (round: number, wire: Record<PartyId, Readonly<Record<PartyId, Uint8Array>>>) => {
        if (round < 3) wires.push(bytesToHex((inboxOf(wire, 1)[2] ?? new Uint8Array()).subarray(-96)));
      };
      const signature = entry(signAll(keys, pairs, [1, 2], digest, { session: input.session, tap }), 1);
      nonces.add(signature.r);
      expect(nobleEcdsa(digest, signature, root.groupPublic)).toBe(true);
    }
    expect(new Set(wires).size).toBe(wires.length);
    expect(nonces.size).toBe(3);
  });
});
