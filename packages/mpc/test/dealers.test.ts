import { randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { commitTo, makeOpening } from '../src/deal/opening.ts';
import type { Plan } from '../src/deal/plan.ts';
import { groupFor, randomScalar } from '../src/group.ts';
import { type Curve, type DealState, dkg, refreshConfig, reshare } from '../src/index.ts';
import { protocols, write } from '../src/wire.ts';
import { each, entry, generate, heard, inboxOf } from './net.ts';

const curves: Curve[] = ['secp256k1', 'ed25519'];

/** Party 1's two broadcasts for an opening of its choice, committed to as it should be. */
function broadcasts(plan: Plan, opening: Uint8Array): { committed: Uint8Array; revealed: Uint8Array } {
  const header = (round: number) => ({ protocol: protocols.deal, round, from: plan.me, to: 0, context: plan.context });
  return { committed: write(header(1), commitTo(plan, plan.me, opening)), revealed: write(header(2), opening) };
}

function start(curve: Curve) {
  const session = randomBytes(32);
  const honest = each([2, 3], (me) => dkg.round1({ curve, t: 2, n: 3, me, session }));
  const rogue = dkg.round1({ curve, t: 2, n: 3, me: 1, session });
  const plan = rogue.state.plan as Plan;
  return { honest, rogue, plan };
}

/** Party 2 hears party 1's made-up opening; party 3 is honest. */
function hear(
  honest: Record<number, { state: DealState; broadcast: Uint8Array }>,
  plan: Plan,
  opening: Uint8Array,
): () => unknown {
  const { committed, revealed } = broadcasts(plan, opening);
  const two = dkg.round2(entry(honest, 2).state, { 1: committed, 3: entry(honest, 3).broadcast });
  const three = dkg.round2(entry(honest, 3).state, { 1: committed, 2: entry(honest, 2).broadcast });
  return () => dkg.round3(two.state, { 1: revealed, 3: three.broadcast });
}

const cheat = expect.objectContaining({ name: 'MpcAbort', kind: 'cheat', party: 1 });
const fault = expect.objectContaining({ name: 'MpcAbort', kind: 'fault', party: 1 });

describe.each(curves)('a %s dealer that commits properly to a bad opening', (curve) => {
  const group = groupFor(curve);

  it('cannot deal a key whose secret it does not know (rogue key)', () => {
    const { honest, plan } = start(curve);
    const opening = makeOpening(plan);
    opening.set(group.base.multiply(randomScalar(group)).toBytes());
    expect(hear(honest, plan, opening)).toThrow(cheat);
  });

  it("cannot use another party's proof of knowledge", () => {
    const { honest, plan } = start(curve);
    const stolen = makeOpening({ ...plan, me: 3 });
    expect(hear(honest, plan, stolen)).toThrow(cheat);
  });

  it('cannot use a proof of another session', () => {
    const { honest, plan } = start(curve);
    expect(hear(honest, plan, makeOpening({ ...plan, context: randomBytes(32) }))).toThrow(cheat);
  });

  it('cannot put in the identity or a malformed point', () => {
    for (const bad of [
      curve === 'ed25519' ? group.zero.toBytes() : new Uint8Array(33),
      new Uint8Array(group.pointBytes).fill(255),
    ]) {
      for (const at of [0, group.pointBytes]) {
        const { honest, plan } = start(curve);
        const opening = makeOpening(plan);
        opening.set(bad, at);
        expect(hear(honest, plan, opening)).toThrow(fault);
      }
    }
  });

  it('cannot deal anyone a zero share', () => {
    const { honest, rogue, plan } = start(curve);
    // f(x) = 2k - kx is zero at party 2.
    const crooked: Plan = { ...plan, coefficients: [2n * 77n, group.order - 77n] };
    const opening = makeOpening(crooked);
    const first = {
      ...honest,
      1: { state: { ...rogue.state, plan: crooked, opening }, broadcast: broadcasts(plan, opening).committed },
    };
    const sent1 = each([1, 2, 3], (me) => entry(first, me).broadcast);
    const two = each([1, 2, 3], (me) => dkg.round2(entry(first, me).state, heard(sent1, me)));
    const sent2 = each([1, 2, 3], (me) => entry(two, me).broadcast);
    const three = each([1, 2, 3], (me) => dkg.round3(entry(two, me).state, heard(sent2, me)));
    const sent3 = each([1, 2, 3], (me) => entry(three, me).broadcast);
    const directs = inboxOf(
      each([1, 2, 3], (p) => entry(three, p).direct),
      2,
    );
    expect(() => dkg.finish(entry(three, 2).state, heard(sent3, 2), directs)).toThrow(cheat);
  });

  it('cannot deal a polynomial of another degree', () => {
    const { honest, plan } = start(curve);
    const longer = makeOpening({ ...plan, coefficients: [...plan.coefficients, 7n] });
    expect(hear(honest, plan, longer)).toThrow(fault);
  });

  it('cannot show different openings to different parties: the echoes differ and nobody gets a share', () => {
    const { honest, plan } = start(curve);
    const faces = { 2: broadcasts(plan, makeOpening(plan)), 3: broadcasts(plan, makeOpening(plan)) };
    const sent1 = each([2, 3], (me) => entry(honest, me).broadcast);
    const two = each([2, 3], (me) =>
      dkg.round2(entry(honest, me).state, { ...heard(sent1, me), 1: entry(faces, me).committed }),
    );
    const sent2 = each([2, 3], (me) => entry(two, me).broadcast);
    const three = each([2, 3], (me) =>
      dkg.round3(entry(two, me).state, { ...heard(sent2, me), 1: entry(faces, me).revealed }),
    );
    for (const [me, other] of [
      [2, 3],
      [3, 2],
    ] as const) {
      // Party 1 echoes to each what that party wants to hear.
      const echo = entry(three, me).broadcast.slice();
      echo[3] = 1;
      const directs = {
        ...inboxOf(
          each([2, 3], (p) => entry(three, p).direct),
          me,
        ),
        1: new Uint8Array(),
      };
      const finish = () =>
        dkg.finish(entry(three, me).state, { 1: echo, [other]: entry(three, other).broadcast }, directs);
      expect(finish).toThrow(expect.objectContaining({ kind: 'cheat' }));
    }
  });

  it('cannot bring another secret into a refresh', () => {
    const keys = generate(curve, 2, 3);
    const session = randomBytes(32);
    const one = each([1, 2, 3], (me) => reshare.round1(refreshConfig(entry(keys, me), session)));
    const plan = entry(one, 1).state.plan as Plan;
    const other: Plan = { ...plan, coefficients: [randomScalar(group), randomScalar(group)] };
    const { committed, revealed } = broadcasts(plan, makeOpening(other));
    const two = reshare.round2(entry(one, 2).state, { 1: committed, 3: entry(one, 3).broadcast });
    const three = reshare.round2(entry(one, 3).state, { 1: committed, 2: entry(one, 2).broadcast });
    expect(() => reshare.round3(two.state, { 1: revealed, 3: three.broadcast })).toThrow(cheat);
  });
});
