import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { frost, pairToJson, publicOf, reissueConfig, shareToJson } from '../src/index.ts';
import { beginAnew } from './golden-random.ts';
import { each, entry, frostAll, generate, type Keys, pairAll, reshareAll, signAll } from './net.ts';

/**
 * Signers of two releases run one protocol together while one host is upgraded before the other, and shares outlive every release. So all that a run makes
 * of its randomness stays as it is, to the byte: here the random numbers are a hash of their place. A changed line is a changed protocol; it needs a
 * version of its own.
 */
const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 16);
};
const shares = (keys: Keys): string => digest(...Object.values(keys).map((key) => JSON.stringify(shareToJson(key))));
const message = new Uint8Array(32).fill(7);

/** A run of ECDSA, and what it always made: shares, pairs, every message, signature, reshared shares. */
function ecdsaRun(): object {
  const keys = generate('secp256k1', 2, 3);
  const pairs = pairAll(keys, [1, 2]);
  const sent: Uint8Array[] = [];
  const tap = (_: number, wire: Readonly<Record<number, Readonly<Record<number, Uint8Array>>>>): void => {
    for (const messages of Object.values(wire)) for (const one of Object.values(messages)) sent.push(one.slice());
  };
  const { r, s } = entry(signAll(keys, pairs, [1, 2], message, { tap }), 1);
  const held = (me: number) => (me === 3 ? publicOf(entry(keys, 3)) : entry(keys, me));
  const reissued = reshareAll(each([1, 2, 3], (me) => reissueConfig(held(me), me, 3, message)));
  return {
    shares: shares(keys),
    pairs: digest(...[1, 2].map((me) => JSON.stringify(pairToJson(entry(entry(pairs, me), 3 - me))))),
    messages: digest(...sent),
    signature: digest(String(r), String(s)),
    reissued: shares(reissued),
  };
}
const ecdsaAlways = {
  messages: '34a5880905ab8145',
  pairs: '6991f6d71b21a02e',
  reissued: 'da0161b70bc8ffc8',
  shares: '7723052290bee977',
  signature: 'e8dceb6406f2bb15',
};

/** The same of FROST, for ed25519 and taproot. */
function frostRun(): object {
  const [edwards, taproot] = [generate('ed25519', 2, 3), generate('secp256k1', 2, 2)];
  return {
    shares: shares(edwards),
    ed25519: digest(...Object.values(frostAll(frost.ed25519, edwards, [1, 3], message))),
    taproot: digest(...Object.values(frostAll(frost.taproot, taproot, [1, 2], message, { merkleRoot: message }))),
  };
}
const frostAlways = { ed25519: 'b9980b91efe21fd6', shares: '31ec15906dfe5ae5', taproot: '9a2c1bb4dcf3e62d' };

/** Whatever the parts are that it runs on. */
export function itIsAsItAlwaysWas(): void {
  it('what a run of ECDSA makes of its randomness is what it always made', () => {
    beginAnew();
    expect(ecdsaRun()).toEqual(ecdsaAlways);
  });

  it('and so does a run of FROST, for ed25519 and taproot', () => {
    beginAnew();
    expect(frostRun()).toEqual(frostAlways);
  });
}
