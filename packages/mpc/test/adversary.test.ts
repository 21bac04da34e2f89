import { runsOf } from '@holdfast/testkit/runs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  checkShare,
  type EcdsaSignature,
  frost,
  type KeyShare,
  type PairState,
  type PartyId,
  publicOf,
  refreshConfig,
  taprootOutputKey,
} from '../src/index.ts';
import { type Case, fieldReplays, type Layout, misdeliveries, mutations } from './attacks.ts';
import { dealLayouts, ecdsaLayouts, frostLayouts, pairLayouts } from './layouts.ts';
import { type Machine, type Outcome, record } from './machine.ts';
import { dkgMachine, ecdsaMachine, frostMachine, pairMachine, reshareMachine } from './machines.ts';
import { each, entry, generate, pairAll } from './net.ts';

const keys = generate('secp256k1', 2, 3);
const edKeys = generate('ed25519', 2, 3);
const pairs = pairAll(keys, [1, 2, 3]);
const digest = randomBytes(32);
const none = new Uint8Array();

interface Suite<T> {
  readonly name: string;
  make(session: Uint8Array): Machine<T>;
  readonly layouts: readonly Layout[];
  readonly links: readonly [PartyId, PartyId][];
  /** Throws when a result is wrong: nobody may ever end with a bad signature or share. */
  check(value: T, party: PartyId): void;
}

function checkSignature({ r, s, recid }: EcdsaSignature): void {
  const signature = new secp256k1.Signature(r, s, recid);
  expect(secp256k1.verify(signature.toBytes(), digest, entry(keys, 1).groupPublic, { prehash: false })).toBe(true);
  expect(signature.recoverPublicKey(digest).toBytes()).toEqual(entry(keys, 1).groupPublic);
}

function checkDealt(share: KeyShare | null): void {
  if (share) checkShare(share);
}

function ecdsa(name: string, parties: readonly PartyId[], links: [PartyId, PartyId][]): Suite<EcdsaSignature> {
  const make = (session: Uint8Array) => ecdsaMachine(keys, pairs, { parties, digest, tweak: 0n, session });
  return { name, make, layouts: ecdsaLayouts, links, check: checkSignature };
}

const pairing: Suite<PairState> = {
  name: 'pair set-up',
  make: (session) => pairMachine(keys, [1, 2], session),
  layouts: pairLayouts,
  links: [[1, 2]],
  check: (pair) => expect(pair.chosenSeeds.length).toBe(4096),
};

const eddsa: Suite<Uint8Array> = {
  name: 'FROST ed25519',
  make: (session) => frostMachine(frost.ed25519, edKeys, { parties: [1, 3], message: digest, session, tweak: 0n }),
  layouts: frostLayouts('ed25519'),
  links: [[1, 3]],
  check: (signature) => expect(ed25519.verify(signature, digest, entry(edKeys, 1).groupPublic)).toBe(true),
};

const taproot: Suite<Uint8Array> = {
  name: 'FROST taproot',
  make: (session) =>
    frostMachine(frost.taproot, keys, { parties: [2, 3], message: digest, session, tweak: 0n, merkleRoot: none }),
  layouts: frostLayouts('secp256k1'),
  links: [[3, 2]],
  check: (signature) =>
    expect(schnorr.verify(signature, digest, taprootOutputKey(entry(keys, 1).groupPublic))).toBe(true),
};

function keygen(curve: 'secp256k1' | 'ed25519'): Suite<KeyShare | null> {
  const make = (session: Uint8Array) => dkgMachine(curve, 2, 3, session);
  return { name: `key generation ${curve}`, make, layouts: dealLayouts(curve, 2), links: [[1, 2]], check: checkDealt };
}

const refresh: Suite<KeyShare | null> = {
  name: 'refresh',
  make: (session) => reshareMachine(each([1, 2, 3], (me) => refreshConfig(entry(keys, me), session))),
  layouts: dealLayouts('secp256k1', 2),
  links: [[3, 1]],
  check: (share) => {
    checkDealt(share);
    expect(share && publicOf(share).groupPublic).toEqual(entry(keys, 1).groupPublic);
  },
};

/** The first to abort does so for the expected reason, and whoever ends with a result has a right one. */
function judge<T>({ check }: Suite<T>, { expected }: Case<T>, outcomes: Record<PartyId, Outcome<T>>): void {
  const aborts = Object.values(outcomes).flatMap((outcome) => ('abort' in outcome ? [outcome] : []));
  const first = Math.min(...aborts.map((abort) => abort.round));
  const kinds = aborts.filter((abort) => abort.round === first).map((abort) => abort.abort.kind);
  expect(kinds.length, 'nobody noticed').toBeGreaterThan(0);
  expect(new Set(kinds)).toEqual(new Set([expected]));
  for (const [party, outcome] of Object.entries(outcomes)) {
    if ('value' in outcome) check(outcome.value, Number(party));
  }
}

const parts = 4;
/** Of each layout's cases every fourth, from another one on with each seed; all in the full run. */
const chosen = <T>(cases: readonly T[]): T[] =>
  cases.filter((_, n) => (n + Number(process.env.HOLDFAST_SEED ?? 0)) % parts < runsOf(parts));

function attackAll<T>(suite: Suite<T>): void {
  const machine = suite.make(randomBytes(32));
  const moments = record(machine);
  const other = record(suite.make(randomBytes(32)));
  for (const [from, to] of suite.links) {
    const attack = { machine, moments, other, from, to };
    for (const layout of suite.layouts) {
      const cases = [...mutations(attack, layout), ...fieldReplays(attack, layout), ...misdeliveries(attack, layout)];
      describe(`${suite.name}, round ${layout.round} message ${layout.message + 1}, ${from} to ${to}`, () => {
        for (const one of chosen(cases)) it(`${one.name}: ${one.expected}`, () => judge(suite, one, one.run()));
      });
    }
  }
}

attackAll(
  ecdsa(
    'ECDSA 2 of 3',
    [1, 2],
    [
      [1, 2],
      [2, 1],
    ],
  ),
);
attackAll(ecdsa('ECDSA by 3', [1, 2, 3], [[3, 1]]));
attackAll(pairing);
attackAll(eddsa);
attackAll(taproot);
attackAll(keygen('secp256k1'));
attackAll(keygen('ed25519'));
attackAll(refresh);
