import { ed25519 } from '@noble/curves/ed25519.js';
import { schnorr, secp256k1, secp256k1_FROST } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { groupFor } from '../src/group.ts';
import {
  bip32Tweak,
  ed25519Tweak,
  type FrostSigner,
  type FrostState,
  frost,
  type KeyShare,
  type PartyId,
  recoverSecret,
  taprootOutputKey,
} from '../src/index.ts';
import { headerBytes } from '../src/wire.ts';
import { each, entry, frostAll, generate, heard, type Keys } from './net.ts';
import vectors from './vectors/frost.vectors.json' with { type: 'json' };
import { opensslEd25519 } from './verifiers.ts';

type Vector = typeof vectors.ed25519;
type Pair = { hiding: string; binding: string };

/** A key set of the vectors as our key shares; the chain code plays no part. */
function keysOf(vector: Vector, curve: 'ed25519' | 'secp256k1'): Keys {
  const group = groupFor(curve);
  const scalars = each([1, 2, 3], (party) =>
    group.decodeScalar(hexToBytes(entry<string>(vector.shares as never, party))),
  );
  const verifyingShares = each([1, 2, 3], (party) => group.base.multiply(entry(scalars, party)).toBytes());
  const common = {
    curve,
    t: 2,
    n: 3,
    groupPublic: hexToBytes(vector.groupPublic),
    verifyingShares,
    chainCode: new Uint8Array(32),
    epoch: 0,
  };
  return each([1, 2, 3], (me): KeyShare => ({ ...common, me, share: entry(scalars, me) }));
}

/** Runs our rounds with the vector's nonces put into the state, which is plain data. */
function runVector(signer: FrostSigner, vector: Vector, keys: Keys) {
  const [parties, session, message] = [[1, 3], randomBytes(32), hexToBytes(vector.message)];
  const bytes = (pair: Pair) => ({ hiding: hexToBytes(pair.hiding), binding: hexToBytes(pair.binding) });
  const started = each(parties, (me) => {
    const { state, broadcast } = signer.commit({ key: entry(keys, me), parties, message, tweak: 0n, session });
    const nonces = bytes(entry<Pair>(vector.nonces as never, me));
    const commitments = bytes(entry<Pair>(vector.commitments as never, me));
    const identifier = (state.commitments as { identifier: string }).identifier;
    const sent = new Uint8Array([...broadcast.slice(0, headerBytes), ...commitments.hiding, ...commitments.binding]);
    const fixed: FrostState = { ...state, nonces, commitments: { identifier, ...commitments } };
    return { state: fixed, sent };
  });
  const sent1 = each(parties, (me) => entry(started, me).sent);
  const signed = each(parties, (me) => signer.sign(entry(started, me).state, heard(sent1, me)));
  const sent2 = each(parties, (me) => entry(signed, me).broadcast);
  const signatures = each(parties, (me) => signer.aggregate(entry(signed, me).state, heard(sent2, me)));
  return { shares: each(parties, (me) => bytesToHex(entry(sent2, me).slice(headerBytes))), signatures };
}

describe('published FROST vectors', () => {
  it('gives the shares and signature of RFC 9591 E.1 (ed25519)', () => {
    const { shares, signatures } = runVector(frost.ed25519, vectors.ed25519, keysOf(vectors.ed25519, 'ed25519'));
    expect(shares).toEqual(vectors.ed25519.signatureShares);
    for (const signature of Object.values(signatures)) expect(bytesToHex(signature)).toBe(vectors.ed25519.signature);
  });

  it('gives the shares and signature of the taproot (BIP 340) ciphersuite vectors', () => {
    const { shares, signatures } = runVector(frost.taproot, vectors.taproot, keysOf(vectors.taproot, 'secp256k1'));
    expect(shares).toEqual(vectors.taproot.signatureShares);
    for (const signature of Object.values(signatures)) expect(bytesToHex(signature)).toBe(vectors.taproot.signature);
  });

  it('stands on an implementation that gives RFC 9591 E.5 (secp256k1)', () => {
    const [vector, F] = [vectors.secp256k1, secp256k1_FROST];
    const id = F.Identifier.fromNumber;
    const verifyingShares = Object.fromEntries(
      Object.entries(vector.shares).map(([party, share]) => [
        id(Number(party)),
        secp256k1.getPublicKey(hexToBytes(share)),
      ]),
    );
    const pub = { signers: { min: 2, max: 3 }, commitments: [hexToBytes(vector.groupPublic)], verifyingShares };
    const bytes = ({ hiding, binding }: Pair) => ({ hiding: hexToBytes(hiding), binding: hexToBytes(binding) });
    const list = Object.entries(vector.commitments).map(([party, c]) => ({
      identifier: id(Number(party)),
      ...bytes(c),
    }));
    const shares = Object.entries(vector.nonces).map(([party, nonces]) => {
      const secret = {
        identifier: id(Number(party)),
        signingShare: hexToBytes(entry<string>(vector.shares as never, Number(party))),
      };
      return [id(Number(party)), F.signShare(secret, pub, bytes(nonces), list, hexToBytes(vector.message))] as const;
    });
    expect(shares.map(([, share]) => bytesToHex(share))).toEqual(Object.values(vector.signatureShares));
    expect(bytesToHex(F.aggregate(pub, list, hexToBytes(vector.message), Object.fromEntries(shares)))).toBe(
      vector.signature,
    );
  });

  it('recovers the secret of the vectors from any two shares', () => {
    for (const [curve, vector] of [
      ['ed25519', vectors.ed25519],
      ['secp256k1', vectors.secp256k1],
    ] as const) {
      const keys = keysOf(vector, curve);
      const secret = groupFor(curve).decodeScalar(hexToBytes(vector.groupSecret));
      for (const [a, b] of [
        [1, 2],
        [1, 3],
        [2, 3],
      ] as const)
        expect(recoverSecret([entry(keys, a), entry(keys, b)])).toBe(secret);
    }
  });
});

describe('FROST signatures', () => {
  const edKeys = generate('ed25519', 2, 3);
  const keys = generate('secp256k1', 2, 3);
  const sets: PartyId[][] = [
    [1, 2],
    [1, 3],
    [2, 3],
    [1, 2, 3],
  ];

  it('OpenSSL accepts every EdDSA signature, of the root and of children, by every set of signers', () => {
    const root = entry(edKeys, 1);
    for (const [i, parties] of sets.entries()) {
      for (const path of [[], [i], [0, i, 7]]) {
        const message = randomBytes(i * 50);
        const child = ed25519Tweak(root.groupPublic, root.chainCode, path);
        const signatures = Object.values(frostAll(frost.ed25519, edKeys, parties, message, { tweak: child.tweak }));
        for (const signature of signatures) {
          expect(opensslEd25519(message, signature, child.publicKey)).toBe(true);
          expect(ed25519.verify(signature, message, child.publicKey, { zip215: false })).toBe(true);
        }
      }
    }
  });

  it('signs taproot outputs: plain key, key path (BIP 86) and a script tree, for even and odd keys', () => {
    const root = entry(keys, 1);
    const prefixes = new Set<number | undefined>();
    for (let i = 0; i < 8 || prefixes.size < 2; i++) {
      const child = bip32Tweak(root.groupPublic, root.chainCode, [86, i]);
      prefixes.add(child.publicKey[0]);
      const message = randomBytes(32);
      const parties = sets[i % 4] ?? [];
      for (const merkleRoot of [undefined, new Uint8Array(), randomBytes(32)]) {
        const options = merkleRoot ? { tweak: child.tweak, merkleRoot } : { tweak: child.tweak };
        const output = merkleRoot ? taprootOutputKey(child.publicKey, merkleRoot) : child.publicKey.slice(1);
        for (const signature of Object.values(frostAll(frost.taproot, keys, parties, message, options))) {
          expect(schnorr.verify(signature, message, output)).toBe(true);
        }
      }
    }
    expect(prefixes).toEqual(new Set([2, 3]));
  });

  it('makes the output keys of BIP 86 and BIP 341', () => {
    // BIP 86, first receiving address; BIP 341 wallet-test-vectors, scriptPubKey cases 0 and 1.
    const cases = [
      [
        'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
        '',
        'a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
      ],
      [
        'd6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d',
        '',
        '53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343',
      ],
      [
        '187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27',
        '5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21',
        '147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3',
      ],
    ] as const;
    for (const [internal, root, output] of cases) {
      expect(bytesToHex(taprootOutputKey(hexToBytes(`02${internal}`), hexToBytes(root)))).toBe(output);
      expect(bytesToHex(taprootOutputKey(hexToBytes(`03${internal}`), hexToBytes(root)))).toBe(output);
    }
  });

  it('refuses what does not fit: curve, number of parties, merkle root, tweak, session', () => {
    const base = {
      key: entry(edKeys, 1),
      parties: [1, 2],
      message: new Uint8Array(3),
      tweak: 0n,
      session: randomBytes(32),
    };
    const order = groupFor('ed25519').order;
    const wrong = [
      { ...base, key: entry(keys, 1) },
      { ...base, parties: [1] },
      { ...base, parties: [2, 3] },
      { ...base, parties: [1, 1] },
      { ...base, parties: [0, 1] },
      { ...base, parties: [1, 9] },
      { ...base, merkleRoot: new Uint8Array() },
      { ...base, tweak: order },
      { ...base, tweak: -1n },
      { ...base, session: randomBytes(31) },
    ];
    for (const input of wrong)
      expect(() => frost.ed25519.commit(input)).toThrow(expect.objectContaining({ kind: 'fault' }));
  });

  const root = entry(keys, 1);
  it.each([
    ['message', { message: randomBytes(32) }],
    ['tweak', { tweak: 7n }],
    ['session', { session: randomBytes(32) }],
    ['set of parties', { parties: [1, 2, 3] }],
    ['script tree', { merkleRoot: randomBytes(32) }],
    ['use of script trees', { merkleRoot: new Uint8Array() }],
    ['chain code', { key: { ...entry(keys, 2), chainCode: randomBytes(32) } }],
    ['epoch', { key: { ...entry(keys, 2), epoch: 1 } }],
  ])('sends no share when the other commits for another %s', (_name, change) => {
    const input = { parties: [1, 2], message: new Uint8Array(32), tweak: 0n, session: new Uint8Array(32) };
    const mine = frost.taproot.commit({ ...input, key: root });
    const other = frost.taproot.commit({ ...input, key: entry(keys, 2), ...change });
    expect(() => frost.taproot.sign(mine.state, { 2: other.broadcast })).toThrow(
      expect.objectContaining({ kind: 'fault', party: 2 }),
    );
  });

  it('uses a state once only: a nonce pair never signs twice', () => {
    const input = {
      key: entry(edKeys, 1),
      parties: [1, 2],
      message: new Uint8Array(3),
      tweak: 0n,
      session: randomBytes(32),
    };
    const mine = frost.ed25519.commit(input);
    const other = frost.ed25519.commit({ ...input, key: entry(edKeys, 2) });
    frost.ed25519.sign(mine.state, { 2: other.broadcast });
    expect(() => frost.ed25519.sign(mine.state, { 2: other.broadcast })).toThrow('state used twice');
  });

  it.each([
    ['as its own both of mine', (mine: Uint8Array) => mine],
    ['one of mine', (mine: Uint8Array, own: Uint8Array) => new Uint8Array([...own.slice(0, 32), ...mine.slice(32)])],
    ['one point twice', (_: Uint8Array, own: Uint8Array) => new Uint8Array([...own.slice(0, 32), ...own.slice(0, 32)])],
  ])('refuses a party that shows %s as nonce commitments, before a share leaves', (_, change) => {
    const key = entry(edKeys, 1);
    const input = { key, parties: [1, 2], message: new Uint8Array(3), tweak: 0n, session: randomBytes(32) };
    const mine = frost.ed25519.commit(input);
    const other = frost.ed25519.commit({ ...input, key: entry(edKeys, 2) }).broadcast;
    const points = change(mine.broadcast.slice(headerBytes), other.slice(headerBytes));
    const message = new Uint8Array([...other.slice(0, headerBytes), ...points]);
    expect(() => frost.ed25519.sign(mine.state, { 2: message })).toThrow(
      expect.objectContaining({ kind: 'cheat', party: 2 }),
    );
  });

  it('refuses the identity and points of small order as nonce commitments', () => {
    const input = {
      key: entry(edKeys, 1),
      parties: [1, 2],
      message: new Uint8Array(3),
      tweak: 0n,
      session: randomBytes(32),
    };
    const other = frost.ed25519.commit({ ...input, key: entry(edKeys, 2) }).broadcast;
    for (const bad of smallOrderPoints) {
      const mine = frost.ed25519.commit(input);
      const message = other.slice();
      message.set(hexToBytes(bad), headerBytes);
      expect(() => frost.ed25519.sign(mine.state, { 2: message })).toThrow(
        expect.objectContaining({ kind: 'fault', party: 2 }),
      );
    }
  });
});

/** The eight points of small order of edwards25519, canonical encodings (order 1, 2, 4, 4, 8, 8, 8, 8). */
const smallOrderPoints = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];
