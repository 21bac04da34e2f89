import { randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { decodeState, dkg, dkls23, encodeState, frost, pairSetup } from '../src/index.ts';
import { entry, generate, inboxOf, pairAll } from './net.ts';

const keys = generate('secp256k1', 2, 2);
const edKeys = generate('ed25519', 2, 2);
const pairs = pairAll(keys, [1, 2]);
const run = { parties: [1, 2], tweak: 0n, session: randomBytes(32) };
const ecdsa = (me: number) =>
  dkls23.start({ ...run, key: entry(keys, me), pairs: entry(pairs, me), digest: new Uint8Array(32) });
const commit = (me: number) => frost.ed25519.commit({ ...run, key: entry(edKeys, me), message: new Uint8Array(3) });
const refused = 'the state of a signing session is never written';

/** The state of every round of both signing protocols. */
function signingStates(): object[] {
  const [one, two] = [ecdsa(1), ecdsa(2)];
  const wire = { 1: one.out, 2: two.out };
  const second = dkls23.step(structuredClone(one.state), inboxOf(wire, 1));
  const other = dkls23.step(two.state, inboxOf(wire, 2));
  if (second.done || other.done) expect.fail('ended early');
  const third = dkls23.step(structuredClone(second.state), { 2: entry(other.out, 1) });
  if (third.done) expect.fail('ended early');
  const [mine, theirs] = [commit(1), commit(2)];
  const signed = frost.ed25519.sign(structuredClone(mine.state), { 2: theirs.broadcast });
  return [one.state, second.state, third.state, mine.state, signed.state];
}

describe('the state of a signing session', () => {
  it('is refused as text in every round, and so is any record that holds it', () => {
    for (const state of signingStates()) {
      // @ts-expect-error its type is none that is ever written
      expect(() => encodeState(state)).toThrow(refused);
      expect(() => JSON.stringify(state)).toThrow(refused);
      expect(() => JSON.stringify({ backup: [{ state }] })).toThrow(refused);
      const hidden = { ...dkg.round1({ curve: 'ed25519', t: 2, n: 2, me: 1, session: run.session }).state, state };
      expect(() => encodeState(hidden)).toThrow(refused);
    }
  });

  it('is used once, and only in its own round of its own protocol', () => {
    const [one, two] = [ecdsa(1), ecdsa(2)];
    const [mine, theirs] = [commit(1), commit(2)];
    const package1 = { 2: theirs.broadcast };
    const other = 'state of another protocol or round';
    expect(() => frost.ed25519.sign(one.state as never, package1)).toThrow(other);
    expect(() => pairSetup.step(mine.state as never, new Uint8Array())).toThrow(other);
    const signed = frost.ed25519.sign(mine.state, package1);
    expect(() => frost.ed25519.sign(signed.state as never, package1)).toThrow(other);
    expect(() => frost.ed25519.sign(mine.state, package1)).toThrow('state used twice');
    const inbox = inboxOf({ 1: one.out, 2: two.out }, 1);
    dkls23.step(one.state, inbox);
    expect(() => dkls23.step(one.state, inbox)).toThrow('state used twice');
  });

  it('is refused by its protocol alone, where nothing else would', () => {
    expect(() => encodeState({ protocol: 'frost', round: 1 } as never)).toThrow(refused);
  });

  it('is not read from text either', () => {
    for (const protocol of ['dkls23', 'frost', ''])
      expect(() => decodeState(JSON.stringify({ protocol, round: 1 }))).toThrow(refused);
  });
});

it('the state of a key ceremony reads back from text the same', () => {
  const dealt = dkg.round1({ curve: 'secp256k1', t: 2, n: 3, me: 1, session: run.session }).state;
  const paired = pairSetup.start({ key: entry(keys, 1), other: 2, session: run.session }).state;
  for (const state of [dealt, paired]) expect(decodeState(encodeState(state))).toEqual(state);
});
