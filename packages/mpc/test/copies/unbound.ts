import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, randomBytes } from '@noble/hashes/utils.js';
import { load, N, reduce, store } from '../../src/dkls/field.ts';
import { groupFor, randomScalar } from '../../src/group.ts';
import type { KeyShare, PartyId } from '../../src/index.ts';
import { kappa, slot, xorInto } from '../../src/ot/bits.ts';
import { extendAsSender, xi } from '../../src/ot/extension.ts';
import { bytesOf, output64, turboShake, words } from '../../src/ot/xof.ts';
import { equalBytes, hash } from '../../src/transcript.ts';
import { each, entry, generate, heard, inboxOf, pairAll } from '../net.ts';
import { type Attack, endOf, type Library } from './copy.ts';
import { resumed } from './generator.ts';

const keys = generate('secp256k1', 2, 3);
const edKeys = generate('ed25519', 2, 3);
const pairs = pairAll(keys, [1, 2]);
const group = groupFor('secp256k1');

/** Alice's three pads of transfer j, for the bit that `mask` (0 or -1) stands for. */
function padsOf(run: Uint8Array, j: number, q: Uint32Array, delta: Uint32Array, mask: number): bigint[] {
  const row = Array.from({ length: 4 }, (_, k) => (q[j * 4 + k] ?? 0) ^ ((delta[k] ?? 0) & mask));
  turboShake(new Uint32Array([...words(run), j, ...row]), 2);
  return [0, 4, 8].map((at) => load(output64, at));
}

/**
 * Alice uses another input k in one transfer, and makes up for it in her check by a theta_k that she knows beforehand. Whether Bob's product is wrong,
 * and the run ends, then tells her his choice bit.
 */
function otherInput({ rvole }: Library, k: 0 | 1): boolean {
  const [context, salt] = [randomBytes(32), randomBytes(32)];
  const [own, peer] = [entry(entry(pairs, 1), 2), entry(entry(pairs, 2), 1)];
  const bob = rvole.bobStart(context, peer.seedPairs, randomBytes(32));
  const chosen = words(bob.state.choices).findIndex((word) => (word & 1) === 1) * 32;
  const run = hash('rvole/run', context, salt, sha256(bob.message));
  const [q, delta] = [extendAsSender(hash('rvole/ote', context), 2, own, bob.message), words(own.choice)];
  const [a0, a1, check, more] = [1, 2, 3, 4].map(() => randomScalar(group)) as [bigint, bigint, bigint, bigint];
  const zero = Array.from({ length: xi }, (_, j) => padsOf(run, j, q, delta, 0));
  const tau = new BigUint64Array(xi * 12);
  const put = (j: number, inputs: readonly bigint[]) => {
    const one = padsOf(run, j, q, delta, -1);
    inputs.forEach((input, k) => {
      store(tau, j * 12 + k * 4, reduce((zero[j]?.[k] ?? 0n) - (one[k] ?? 0n) + input));
    });
  };
  for (let j = 0; j < xi; j++) put(j, [a0, a1, check]);
  const known = rvole.challenges(run, tau)[k];
  put(chosen, [k === 0 ? a0 + more : a0, k === 1 ? a1 + more : a1, check - known * more]);
  const [t0, t1] = rvole.challenges(run, tau);
  const mu = new BigUint64Array(xi * 4);
  zero.forEach(([p0 = 0n, p1 = 0n, p2 = 0n], j) => {
    store(mu, j * 4, (p2 + t0 * p0 + t1 * p1) % N);
  });
  const eta = new BigUint64Array(4);
  store(eta, 0, reduce(check + t0 * a0 + t1 * a1));
  const message = concatBytes(bytesOf(tau), bytesOf(eta), hash('rvole/mu', run, bytesOf(mu)));
  return endOf(() => rvole.bobFinish(context, salt, 1, bob.state, message)) === 'done';
}

/** The sender asks with pairs of its own making: the answer shows each choice, and its opening fits what it asked. */
function choicesAsked({ base }: Library): boolean {
  const [context, hedge] = [randomBytes(32), randomBytes(32)];
  const sent = base.offer(context, hedge);
  const { state, message } = base.choose(context, 1, sent.message, hedge);
  const { keyPairs } = base.challenge(context, 2, sent.state, message);
  const opening = randomBytes(kappa * 64);
  const asked = new Uint8Array(kappa * 32);
  for (let i = 0; i < kappa; i++) {
    asked.set(hash('vsot/h2', context, i, slot(opening, 2 * i)), i * 32);
    xorInto(slot(asked, i), hash('vsot/h2', context, i, slot(opening, 2 * i + 1)));
  }
  const receiver = { ...state, challenge: asked };
  const response = base.respond(context, receiver, asked);
  const learned = new Uint8Array(kappa / 8);
  for (let i = 0; i < kappa; i++) {
    const ifZero = hash('vsot/h2', context, i, hash('vsot/h1', context, i, slot(keyPairs, 2 * i)));
    if (!equalBytes(ifZero, slot(response, i))) learned[i >> 3] = (learned[i >> 3] ?? 0) | (1 << (i & 7));
  }
  if (!equalBytes(learned, state.choice)) throw new Error('the answers do not show the choices');
  return endOf(() => base.conclude(context, 1, receiver, opening)) === 'done';
}

/** The chain code of a key generation in which one dealer draws anew and the others as they did before. */
function chainCode({ mpc: { dkg } }: Library, anew: PartyId): string {
  const parties = [1, 2, 3];
  const drawn = <T>(me: PartyId, act: () => T): T => (me === anew ? act() : resumed(act));
  const session = new Uint8Array(32);
  const one = each(parties, (me) => drawn(me, () => dkg.round1({ curve: 'ed25519', t: 2, n: 3, me, session })));
  const sent1 = each(parties, (me) => entry(one, me).broadcast);
  const two = each(parties, (me) => dkg.round2(entry(one, me).state, heard(sent1, me)));
  const sent2 = each(parties, (me) => entry(two, me).broadcast);
  const three = each(parties, (me) => dkg.round3(entry(two, me).state, heard(sent2, me)));
  const sent3 = each(parties, (me) => entry(three, me).broadcast);
  const direct = each(parties, (me) => entry(three, me).direct);
  return String(dkg.finish(entry(three, 1).state, heard(sent3, 1), inboxOf(direct, 1)).chainCode);
}

const run = { parties: [1, 2], tweak: 0n, session: randomBytes(32) };

/** Does party 1 take the first message of a party 2 that thinks of another key? */
function takesKey({ mpc: { dkls23 } }: Library, change: Partial<KeyShare>): boolean {
  const digest = new Uint8Array(32);
  const start = (me: PartyId, other: PartyId, key: KeyShare) => {
    const pair = { ...entry(entry(pairs, me), other), epoch: key.epoch };
    return dkls23.start({ ...run, digest, key, pairs: { [other]: pair } });
  };
  const [one, two] = [start(1, 2, entry(keys, 1)), start(2, 1, { ...entry(keys, 2), ...change })];
  return endOf(() => dkls23.step(one.state, { 2: entry(two.out, 1) })) === 'done';
}

/** Does party 1 send its signature share to a party 2 that commits for another message? */
function takesMessage({ mpc: { frost } }: Library): boolean {
  const commit = (me: PartyId, text: number) =>
    frost.ed25519.commit({ ...run, key: entry(edKeys, me), message: new Uint8Array([text]) });
  const [one, two] = [commit(1, 1), commit(2, 2)];
  return endOf(() => frost.ed25519.sign(one.state, { 2: two.broadcast })) === 'done';
}

/** Does party 1 go on with a party 2 that bends both products, by points that cancel out where both weigh the same? */
function bothProducts({ mpc: { dkls23 } }: Library): boolean {
  const digest = new Uint8Array(32);
  const start = (me: PartyId, other: PartyId) =>
    dkls23.start({ ...run, digest, key: entry(keys, me), pairs: { [other]: entry(entry(pairs, me), other) } });
  const [one, two] = [start(1, 2), start(2, 1)];
  const mine = dkls23.step(one.state, { 2: entry(two.out, 1) });
  const theirs = dkls23.step(two.state, { 1: entry(one.out, 2) });
  if (mine.done || theirs.done) throw new Error('done after one message');
  const bent = entry(theirs.out, 1).slice();
  const point = group.base.multiply(randomScalar(group));
  for (const [at, by] of [
    [gammaAt, point],
    [gammaAt + group.pointBytes, point.negate()],
  ] as const) {
    const gamma = group.decode(bent.subarray(at, at + group.pointBytes));
    bent.set(gamma.add(by).toBytes(), at);
  }
  return endOf(() => dkls23.step(mine.state, { 2: bent })) === 'done';
}

/** Where message 2 has its two points Gamma: after header, echo, nonce, opening and key part. */
const gammaAt = 38 + 32 + 33 + 32 + 33;

const keyOfRun = { file: 'dkls/session.ts', find: 'checkSession(input.session), publicHash(key), ' };

/** What is not bound into a hash can be exchanged. */
export const onUnbound: readonly Attack[] = [
  ...([0, 1] as const).map(
    (k): Attack => ({
      name: `multiplies another input ${k} in one transfer, by a challenge that it knows beforehand`,
      without: {
        file: 'dkls/rvole.ts',
        find: `'rvole/theta', run, ${k}, transcript)`,
        replace: `'rvole/theta', run, ${k})`,
      },
      succeeds: (library) => otherInput(library, k),
    }),
  ),
  {
    name: 'bends both of its products so that their sum is right',
    without: {
      file: 'dkls/sign.ts',
      find: "hedgedBytes(16, hedge, 'weight', other, ...shown, multiply)",
      replace: 'new Uint8Array(16).with(15, 1)',
    },
    succeeds: bothProducts,
  },
  {
    name: 'learns all 128 choice bits of a base OT from pairs of its own',
    without: {
      file: 'ot/base.ts',
      find: 'slot(state.challenge, i)) && fits && good',
      replace: 'slot(state.challenge, i)) && good',
    },
    succeeds: choicesAsked,
  },
  {
    name: 'has no part in the chain code, and yet there is one',
    without: {
      file: 'deal/plan.ts',
      find: "hash('deal/chain', plan.context, ...contributions)",
      replace: "hash('deal/chain', plan.context, ...contributions.slice(0, 1))",
    },
    succeeds: (library) => [1, 2, 3].some((me) => new Set([0, 1].map(() => chainCode(library, me))).size === 1),
  },
  {
    name: 'signs under a key with another chain code',
    without: { ...keyOfRun, replace: 'checkSession(input.session), ' },
    succeeds: (library) => takesKey(library, { chainCode: randomBytes(32) }),
  },
  {
    name: 'signs under a key of another epoch',
    without: { ...keyOfRun, replace: 'checkSession(input.session), ' },
    succeeds: (library) => takesKey(library, { epoch: 1 }),
  },
  {
    name: 'commits to nonces for another message and gets a share',
    without: { file: 'frost/rounds.ts', find: ', sha256(message)];', replace: '];' },
    succeeds: takesMessage,
  },
];

/** A check that another one covers, and what both refuse. */
export interface Covered {
  readonly name: string;
  readonly without: Attack['without'];
  end(library: Library): ReturnType<typeof endOf>;
}

/** How a run of FROST ends for party 1 when party 2 sends another share than its own. */
function wrongShare({ mpc: { frost } }: Library): ReturnType<typeof endOf> {
  const commit = (me: PartyId) =>
    frost.ed25519.commit({ ...run, key: entry(edKeys, me), message: new Uint8Array([1]) });
  const [one, two] = [commit(1), commit(2)];
  const mine = frost.ed25519.sign(one.state, { 2: two.broadcast });
  const theirs = frost.ed25519.sign(two.state, { 1: one.broadcast }).broadcast.slice();
  const scalar = groupFor('ed25519');
  const other = scalar.encodeScalar((scalar.decodeScalar(theirs.slice(-32)) + 1n) % scalar.order);
  theirs.set(other, theirs.length - 32);
  return endOf(() => frost.ed25519.aggregate(mine.state, { 2: theirs }));
}

export const covered: readonly Covered[] = [
  {
    name: 'the plain verifier after the sum of FROST’s shares: noble’s own sum verifies the same signature',
    without: {
      file: 'frost/rounds.ts',
      find: '!publicKey || !suite.verify(signature, run.message, publicKey)',
      replace: '!publicKey',
    },
    end: wrongShare,
  },
];
