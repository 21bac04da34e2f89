import { invert } from '@noble/curves/abstract/modular.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { randomBytes } from '@noble/hashes/utils.js';
import { N, reduce } from '../../src/dkls/field.ts';
import { groupFor, ristrettoGroup } from '../../src/group.ts';
import type { EcdsaSignature } from '../../src/index.ts';
import { hash, hashToScalar } from '../../src/transcript.ts';
import { entry, generate, heard, inboxOf, pairAll } from '../net.ts';
import type { Attack, Library } from './copy.ts';
import { resumed } from './generator.ts';

const keys = generate('secp256k1', 2, 3);
const edKeys = generate('ed25519', 2, 3);
const pairs = pairAll(keys, [1, 2]);
const group = groupFor('secp256k1');
const victim = entry(keys, 1);

interface Seen {
  readonly digest: Uint8Array;
  readonly signature: EcdsaSignature;
  /** What the peer added to the nonce. */
  readonly mine: bigint;
}

/** One signing run as the peer sees it. Only the victim's generator repeats. */
function signature({ mpc: { dkls23 } }: Library): Seen {
  const digest = randomBytes(32);
  const run = { parties: [1, 2], digest, tweak: 0n, session: randomBytes(32) };
  const one = resumed(() => dkls23.start({ ...run, key: victim, pairs: entry(pairs, 1) }));
  const two = dkls23.start({ ...run, key: entry(keys, 2), pairs: entry(pairs, 2) });
  const { r: mine } = two.state.mine as { r: bigint };
  let [left, right] = [
    resumed(() => dkls23.step(one.state, inboxOf({ 2: two.out }, 1))),
    dkls23.step(two.state, inboxOf({ 1: one.out }, 2)),
  ];
  while (!left.done && !right.done) {
    const [a, b] = [left, right];
    [left, right] = [
      resumed(() => dkls23.step(a.state, inboxOf({ 2: b.out }, 1))),
      dkls23.step(b.state, inboxOf({ 1: a.out }, 2)),
    ];
  }
  if (!right.done) throw new Error('the victim ended alone');
  return { digest, signature: right.signature, mine };
}

/** s (k + mine) = m + r x for both, with the same k: two equations for k and the key x. The signs are lost where s was made low. */
function keyOf(a: Seen, b: Seen): bigint[] {
  const signs = [1n, -1n];
  return signs.flatMap((p) =>
    signs.map((q) => {
      const [s, t] = [p * a.signature.s, q * b.signature.s];
      const [f, g] = [bytesToNumberBE(a.digest) - s * a.mine, bytesToNumberBE(b.digest) - t * b.mine];
      const determinant = reduce(t * a.signature.r - s * b.signature.r);
      return determinant === 0n ? 0n : reduce((s * g - t * f) * invert(determinant, N));
    }),
  );
}

const isKey = (x: bigint, publicKey: Uint8Array): boolean =>
  x !== 0n && group.base.multiply(x).equals(group.decode(publicKey));

/** Alice's inputs from eta = check + t0 a0 + t1 a1 in three multiplications with the same check value. */
function inputsOf({ rvole }: Library): boolean {
  const [context, salt, hedge] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const [own, peer] = [entry(entry(pairs, 1), 2), entry(entry(pairs, 2), 1)];
  const [a0, a1] = [hashToScalar(N, 'test', 0), hashToScalar(N, 'test', 1)];
  const rows = [0, 1, 2].map(() => {
    const bob = rvole.bobStart(context, peer.seedPairs, randomBytes(32));
    const { message } = resumed(() => rvole.alice(context, { salt, hedge }, 2, own, bob.message, [a0, a1]));
    const [tau, rest] = [message.slice(0, -64), message.slice(-64, -32)];
    const [t0, t1] = rvole.challenges(hash('rvole/run', context, salt, bob.state.sent), new BigUint64Array(tau.buffer));
    return { t0, t1, eta: bytesToNumberBE(rest.reverse()) };
  });
  const [x, y, z] = rows;
  if (!x || !y || !z) throw new Error('three rows');
  const [p, q, f] = [x.t0 - y.t0, x.t1 - y.t1, x.eta - y.eta];
  const [r, s, g] = [x.t0 - z.t0, x.t1 - z.t1, x.eta - z.eta];
  const inverse = invert(reduce(p * s - q * r), N);
  return reduce((f * s - q * g) * inverse) === a0 && reduce((p * g - f * r) * inverse) === a1;
}

/** A = aG + omega B under two sender keys B: with the same a the difference of the points tells both choices. */
function choiceBits({ base }: Library): boolean {
  const [context, hedge] = [randomBytes(32), randomBytes(32)];
  const [one, two] = [0, 1].map(() => {
    const { message } = base.offer(context, randomBytes(32));
    return {
      B: ristrettoGroup.decode(message.slice(0, 32)),
      ...resumed(() => base.choose(context, 2, message, hedge)),
    };
  });
  if (!one || !two) throw new Error('two runs');
  return [0, 1, 64, 127].every((i) => {
    const point = (from: Uint8Array) => ristrettoGroup.decode(from.slice(32 * i, 32 * i + 32));
    const chosen = ({ state: { choice }, B }: typeof one) =>
      ((choice[i >> 3] ?? 0) >> (i & 7)) & 1 ? B : ristrettoGroup.zero;
    return point(one.message)
      .subtract(point(two.message))
      .equals(chosen(one).subtract(chosen(two)));
  });
}

/** The share from two dealings of it to the same receiver, among other dealers: lambda x + c j and lambda' x + c j. */
function dealtShare({ mpc: { publicOf, reshare } }: Library): boolean {
  const dealtTo3 = (other: number): { part: bigint; lambda: bigint } => {
    const dealers = [1, other];
    const config = { key: publicOf(victim), dealers, receivers: [1, 2, 3], t: 2, session: randomBytes(32) };
    const share = (me: number) => (dealers.includes(me) ? { share: entry(keys, me).share } : {});
    const start = (me: number) => reshare.round1({ ...config, me, ...share(me) });
    const one = { 1: resumed(() => start(1)), 2: start(2), 3: start(3) };
    const sent = { 1: one[1].broadcast, 2: one[2].broadcast, 3: one[3].broadcast };
    const two = [1, 2, 3].map((me) => reshare.round2(entry(one, me).state, heard(sent, me)));
    const shown = Object.fromEntries(two.map(({ broadcast }, i) => [i + 1, broadcast]));
    const first = two[0];
    if (!first) throw new Error('party 1');
    const message = entry(reshare.round3(first.state, heard(shown, 1)).direct, 3);
    const lambda = BigInt(other) * invert(BigInt(other - 1), N);
    return { part: group.decodeScalar(message.slice(-32)), lambda };
  };
  const [a, b] = [dealtTo3(2), dealtTo3(3)];
  return reduce((a.part - b.part) * invert(reduce(a.lambda - b.lambda), N)) === victim.share;
}

/** z = k + c x in two proofs with the same k. */
function provenShare({ mpc: { provePossession } }: Library): boolean {
  const nonce = (context: Uint8Array) => String(resumed(() => provePossession(victim, context)).slice(0, 33));
  const [one, two] = [nonce(randomBytes(32)), nonce(randomBytes(32))];
  return one === two;
}

/** The two nonces of FROST, for another message: three such shares are three equations for nonces and key share. */
function frostNonces({ mpc: { frost } }: Library): boolean {
  const run = { key: entry(edKeys, 1), parties: [1, 2], tweak: 0n, session: randomBytes(32) };
  const points = (message: Uint8Array) =>
    String(resumed(() => frost.ed25519.commit({ ...run, message })).broadcast.slice(-64));
  const [one, two] = [points(randomBytes(9)), points(randomBytes(9))];
  return one === two;
}

export const onResumed: readonly Attack[] = [
  {
    name: 'learns the whole key from two signatures by a signer that was resumed',
    without: { file: 'dkls/session.ts', find: 'hedgeOf(group, key.share, id)', replace: 'new Uint8Array(32)' },
    succeeds: (library) =>
      keyOf(signature(library), signature(library)).some((x) => isKey(x, entry(keys, 1).groupPublic)),
  },
  {
    name: 'learns nonce and share from the check values of a signer that was resumed',
    without: { file: 'dkls/rvole.ts', find: "hedge, 'check', run)", replace: "hedge, 'check')" },
    succeeds: inputsOf,
  },
  {
    name: 'learns the choice bits of a pair set-up that was resumed',
    without: { file: 'ot/base.ts', find: "'vsot/a', context, i, publicKey", replace: "'vsot/a', context, i" },
    succeeds: choiceBits,
  },
  {
    name: 'learns the share of a dealer that was resumed',
    without: {
      file: 'polynomial.ts',
      find: 'hedgeOf(group, constant, run)',
      replace: 'hedgeOf(group, 1n, group.encodeScalar(1n))',
    },
    succeeds: dealtShare,
  },
  {
    name: 'learns the share from proofs of possession by a party that was resumed',
    without: { file: 'proof.ts', find: ', ...context, publicPoint);\n  const nonce', replace: ');\n  const nonce' },
    succeeds: provenShare,
  },
  {
    name: 'sees the same FROST nonces for two messages of a signer that was resumed',
    without: {
      file: 'frost/rounds.ts',
      find: 'hedgeOf(groupFor(suite.curve), input.key.share, run.context)',
      replace: 'new Uint8Array(32)',
    },
    succeeds: frostNonces,
  },
];
