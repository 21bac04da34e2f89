import { dealtPairs } from '@holdfast/testkit/dealt-pairs';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  type Curve,
  checkShare,
  dkls23,
  frost,
  type PartyId,
  publicOf,
  type ReshareConfig,
  recoverSecret,
  refreshConfig,
  reissueConfig,
  reshare,
} from '../src/index.ts';
import { each, entry, frostAll, generate, type Keys, pairAll, reshareAll, signAll } from './net.ts';
import { nobleEcdsa, opensslEd25519 } from './verifiers.ts';

const session = randomBytes(32);
const fault = expect.objectContaining({ name: 'MpcAbort', kind: 'fault' });
const curves: Curve[] = ['secp256k1', 'ed25519'];

/** The key can sign as before, with any of these sets of parties. */
function expectSigns(keys: Keys, sets: readonly PartyId[][]): void {
  const message = randomBytes(40);
  const any = Object.values(keys)[0];
  for (const parties of sets) {
    if (any?.curve === 'ed25519') {
      for (const signature of Object.values(frostAll(frost.ed25519, keys, parties, message))) {
        expect(opensslEd25519(message, signature, any.groupPublic)).toBe(true);
      }
    } else if (any) {
      const signatures = signAll(keys, pairAll(keys, parties, dealtPairs), parties, sha256(message));
      for (const signature of Object.values(signatures))
        expect(nobleEcdsa(sha256(message), signature, any.groupPublic)).toBe(true);
    }
  }
}

function expectSameKey(after: Keys, before: Keys): void {
  const old = entry(before, 1);
  for (const key of Object.values(after)) {
    checkShare(key);
    expect(key.groupPublic).toEqual(old.groupPublic);
    expect(key.chainCode).toEqual(old.chainCode);
    expect(key.epoch).toBe(old.epoch + 1);
  }
}

describe.each(curves)('moving a %s key', (curve) => {
  const keys = generate(curve, 2, 3);
  const secret = recoverSecret([entry(keys, 1), entry(keys, 2)]);
  const all = [1, 2, 3];

  it('refresh renews every share; old and new shares do not mix; the key stays', () => {
    const fresh = reshareAll(each(all, (me) => refreshConfig(entry(keys, me), session)));
    expectSameKey(fresh, keys);
    for (const me of all) expect(entry(fresh, me).share).not.toBe(entry(keys, me).share);
    expect(recoverSecret([entry(fresh, 2), entry(fresh, 3)])).toBe(secret);
    expect(() => recoverSecret([entry(keys, 1), entry(fresh, 2)])).toThrow(fault);
    // Even passed off as shares of the new epoch they are refused, because they do not fit the new verifying shares.
    expect(() => recoverSecret([{ ...entry(fresh, 1), share: entry(keys, 1).share }, entry(fresh, 2)])).toThrow(fault);
    expectSigns(fresh, [
      [1, 2],
      [2, 3],
    ]);
  });

  it('a lost share is made anew by the others alone', () => {
    const configs = each(all, (me) =>
      reissueConfig(me === 3 ? publicOf(entry(keys, 3)) : entry(keys, me), me, 3, session),
    );
    expect(entry(configs, 3).share).toBeUndefined();
    const after = reshareAll(configs);
    expectSameKey(after, keys);
    expect(recoverSecret([entry(after, 1), entry(after, 3)])).toBe(secret);
    expectSigns(after, [[1, 3]]);
  });

  it('reshare to other parties and another threshold: 2-of-3 to 3-of-4 and back; who leaves ends with nothing', () => {
    const key = publicOf(entry(keys, 1));
    const common = { key, dealers: [1, 3], receivers: [3, 4, 5, 7], t: 3, session };
    const configs = each([1, 3, 4, 5, 7], (me): ReshareConfig => {
      return keys[me] && me !== 4 ? { ...common, me, share: entry(keys, me).share } : { ...common, me };
    });
    const four = reshareAll(configs);
    expect(Object.keys(four)).toEqual(['3', '4', '5', '7']);
    expectSameKey(four, keys);
    expect(recoverSecret([entry(four, 3), entry(four, 5), entry(four, 7)])).toBe(secret);
    expectSigns(four, [[4, 5, 7]]);
    const back = each([3, 4, 7, 1, 2], (me): ReshareConfig => {
      const deal = { key: publicOf(entry(four, 3)), dealers: [3, 4, 7], receivers: [1, 2, 3], t: 2, session, me };
      return four[me] ? { ...deal, share: entry(four, me).share } : deal;
    });
    const again = reshareAll(back);
    expect(entry(again, 1).epoch).toBe(2);
    expect(recoverSecret([entry(again, 1), entry(again, 2)])).toBe(secret);
  });

  const base = refreshConfig(entry(keys, 1), session);
  const wrong: [string, Partial<ReshareConfig>][] = [
    ['fewer dealers than the threshold', { dealers: [1] }],
    ['a dealer that holds no share', { dealers: [1, 4] }],
    ['a dealer named twice', { dealers: [1, 1] }],
    ['a receiver named twice', { receivers: [1, 2, 2] }],
    ['receiver 0', { receivers: [0, 1, 2] }],
    ['a threshold above the receivers', { t: 4 }],
    ['a threshold of 1', { t: 1 }],
    ['somebody with no part in it', { me: 9 }],
    ["another party's share", { share: entry(keys, 2).share }],
    ['a zero share', { share: 0n }],
    [
      'a public key whose parts do not belong together',
      { key: { ...base.key, groupPublic: entry(generate(curve, 2, 3), 1).groupPublic } },
    ],
  ];
  for (const [name, change] of wrong) {
    it(`refuses ${name}`, () => expect(() => reshare.round1({ ...base, ...change })).toThrow(fault));
  }

  it('aborts at the first message when the participants think of different epochs', () => {
    const one = reshare.round1(base);
    const two = reshare.round1({
      ...refreshConfig(entry(keys, 2), session),
      key: { ...publicOf(entry(keys, 2)), epoch: 5 },
    });
    const three = reshare.round1(refreshConfig(entry(keys, 3), session));
    expect(() => reshare.round2(one.state, { 2: two.broadcast, 3: three.broadcast })).toThrow(fault);
  });
});

describe('epochs in signing', () => {
  const keys = generate('secp256k1', 2, 3);
  const fresh = reshareAll(each([1, 2, 3], (me) => refreshConfig(entry(keys, me), session)));
  const [oldPairs, newPairs] = [pairAll(keys, [1, 2]), pairAll(fresh, [1, 2])];
  const run = { parties: [1, 2], digest: randomBytes(32), tweak: 0n, session };

  it('a refreshed key refuses the pair set-ups of the old epoch', () => {
    expect(() => dkls23.start({ ...run, key: entry(fresh, 1), pairs: entry(oldPairs, 1) })).toThrow(fault);
  });

  it('an old and a refreshed party abort at the first message, as a fault and not as a cheat', () => {
    const one = dkls23.start({ ...run, key: entry(keys, 1), pairs: entry(oldPairs, 1) });
    const two = dkls23.start({ ...run, key: entry(fresh, 2), pairs: entry(newPairs, 2) });
    expect(() => dkls23.step(one.state, { 2: entry(two.out, 1) })).toThrow(fault);
  });

  it('a stolen old share used under the new public key is caught before a signature part leaves', () => {
    const stolen = { ...entry(fresh, 2), share: entry(keys, 2).share };
    expect(() => signAll({ 1: entry(fresh, 1), 2: stolen }, newPairs, [1, 2], run.digest)).toThrow(
      expect.objectContaining({ kind: 'cheat', party: 2, message: expect.stringContaining('key parts') }),
    );
  });
});
