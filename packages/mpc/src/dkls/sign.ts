import { cheat, fault } from '../abort.ts';
import { groupFor, type Point } from '../group.ts';
import { hedgedBytes, hedgedScalar } from '../hedge.ts';
import { at, collect } from '../parties.ts';
import { inMemory, spend } from '../state.ts';
import { equalBytes, hash } from '../transcript.ts';
import type { EcdsaEngine, EcdsaInput, EcdsaState, EcdsaStep, Messages, PartyId } from '../types.ts';
import { strictly } from '../wire.ts';
import { combine, signaturePart } from './combine.ts';
import { reduce, scalarOfHalves } from './field.ts';
import { readFirst, readSecond, readThird, type Second, writeTo } from './messages.ts';
import { alice, bobFinish, bobStart, type RvoleBob, type TwoScalars } from './rvole.ts';
import { openRun, type Session } from './session.ts';

const group = groupFor('secp256k1');

interface Mine {
  /** r_i, phi_i and my additive share of the key. */
  readonly r: bigint;
  readonly phi: bigint;
  readonly secret: bigint;
  /** R_i = r_i * G and pk_i = sk_i * G. */
  readonly nonce: Uint8Array;
  readonly keyPart: Uint8Array;
  readonly opening: Uint8Array;
}

/** Bob's side of the multiplication with one counterparty, with the salt we sent. */
type Drawn = RvoleBob & { readonly salt: Uint8Array };
type ByParty<T> = Readonly<Record<PartyId, T>>;
type AfterFirst = EcdsaState & { round: 1; session: Session; mine: Mine; drawn: ByParty<Drawn> };
type AfterSecond = EcdsaState & {
  round: 2;
  session: Session;
  mine: Mine;
  drawn: ByParty<Drawn>;
  commits: ByParty<Uint8Array>;
  echo: Uint8Array;
  products: ByParty<TwoScalars>;
};
type AfterThird = EcdsaState & { round: 3; session: Session; point: Uint8Array; w: bigint; u: bigint };

function commitTo(session: Session, party: PartyId, nonce: Uint8Array, opening: Uint8Array): Uint8Array {
  return hash('dkls/nonce', session.id, party, nonce, opening);
}

/** DKLs23 protocol 3.6, step 1: draw r_i and phi_i, commit to R_i = r_i * G, start a multiplication with everyone as Bob. */
function start(input: EcdsaInput): { state: EcdsaState; out: Messages } {
  const { session, secret } = openRun(input);
  const { hedge } = session;
  const [r, phi] = [hedgedScalar(group, hedge, 'r'), hedgedScalar(group, hedge, 'phi')];
  const [nonce, keyPart] = [group.base.multiply(r).toBytes(), group.base.multiply(secret).toBytes()];
  const mine: Mine = { r, phi, secret, nonce, keyPart, opening: hedgedBytes(32, hedge, 'opening') };
  const commit = commitTo(session, session.me, mine.nonce, mine.opening);
  const drawn: Record<PartyId, Drawn> = {};
  const out: Record<PartyId, Uint8Array> = {};
  for (const other of session.others) {
    const salt = hedgedBytes(32, hedge, 'salt/bob', other);
    const context = salted(session, other, session.me, salt);
    const { state, message } = bobStart(context, at(input.pairs, other).seedPairs, hedge);
    drawn[other] = { ...state, salt };
    out[other] = writeTo(session, 1, other, commit, salt, message);
  }
  const state: AfterFirst = { protocol: 'dkls23', round: 1, session, mine, drawn };
  return { state: inMemory(state), out };
}

/** Steps 2 to 4: multiply {r_i, sk_i} with each chi; open R_i; send what lets the other check that I used these values. */
function second({ session, mine, drawn }: AfterFirst, inbox: Messages): EcdsaStep<EcdsaState> {
  const firsts = collect(inbox, session.others).map(([other, message]) => ({
    other,
    ...readFirst(session, other, message),
  }));
  const commits: Record<PartyId, Uint8Array> = {
    [session.me]: commitTo(session, session.me, mine.nonce, mine.opening),
  };
  for (const { other, commit } of firsts) commits[other] = commit;
  const echo = echoOf(session, commits);
  const products: Record<PartyId, TwoScalars> = {};
  const out: Record<PartyId, Uint8Array> = {};
  for (const first of firsts) {
    const { other } = first;
    const peer = at(session.peers, other);
    const salt = hedgedBytes(32, session.hedge, 'salt/alice', other, first.multiply);
    const context = salted(session, session.me, other, first.salt);
    const fresh = { salt, hedge: session.hedge };
    const { c, message } = alice(context, fresh, other, peer, first.multiply, [mine.r, mine.secret]);
    const gammas = c.map((value) => group.base.multiply(value).toBytes());
    const psi = group.encodeScalar(reduce(mine.phi - at(drawn, other).chi));
    products[other] = c;
    out[other] = writeTo(
      session,
      2,
      other,
      echo,
      mine.nonce,
      mine.opening,
      mine.keyPart,
      ...gammas,
      psi,
      salt,
      message,
    );
  }
  const state: AfterSecond = { protocol: 'dkls23', round: 2, session, mine, drawn, commits, echo, products };
  return { done: false, state: inMemory(state), out };
}

/** Everyone must have seen the same nonce commitments, or R would differ between honest parties. */
function echoOf(session: Session, commits: ByParty<Uint8Array>): Uint8Array {
  const parties = [session.me, ...session.others].sort((a, b) => a - b);
  return hash('dkls/echo', session.id, ...parties.map((party) => at(commits, party)));
}

/** The context of one multiplication; Bob's fresh salt keeps a repeated session id harmless. */
function salted(session: Session, aliceId: PartyId, bobId: PartyId, salt: Uint8Array): Uint8Array {
  const peer = at(session.peers, aliceId === session.me ? bobId : aliceId);
  return hash('dkls/multiplication', peer.context, aliceId, bobId, salt);
}

/** Steps 5 to 7: check everyone's multiplication and key part, then release my part of the signature. */
function third(state: AfterSecond, inbox: Messages): EcdsaStep<EcdsaState> {
  const { session, mine } = state;
  let [point, key] = [group.decode(mine.nonce), group.decode(mine.keyPart)];
  let [phi, u, v] = [mine.phi, 0n, 0n];
  for (const [other, message] of collect(inbox, session.others)) {
    const { nonce, keyPart, psi, d } = accept(state, other, readSecond(session, other, message));
    const c = at(state.products, other);
    point = point.add(nonce);
    key = key.add(keyPart);
    phi += psi;
    u += c[0] + d[0];
    v += c[1] + d[1];
  }
  if (key.is0() || !equalBytes(key.toBytes(), session.publicKey))
    throw cheat('the key parts do not make the key', culprit(session));
  if (point.is0()) throw fault('the nonces cancel out; sign again');
  const part = signaturePart(session.digest, point, { phi: mine.phi, u: mine.r * phi + u, v: mine.secret * phi + v });
  const fields = [group.encodeScalar(part.w), group.encodeScalar(part.u)];
  const out = Object.fromEntries(session.others.map((other) => [other, writeTo(session, 3, other, ...fields)]));
  const next: AfterThird = { protocol: 'dkls23', round: 3, session, point: point.toBytes(), ...part };
  return { done: false, state: inMemory(next), out };
}

/** All checks of one counterparty's second message; what it contributes to the sums. */
function accept(
  state: AfterSecond,
  other: PartyId,
  received: Second,
): { nonce: Point; keyPart: Point; psi: bigint; d: TwoScalars } {
  const { session } = state;
  const { keyPart, psi, salt } = received;
  if (!equalBytes(received.echo, state.echo))
    throw cheat('someone showed different commitments to different parties', culprit(session));
  const expected = commitTo(session, other, received.nonce, received.opening);
  if (!equalBytes(expected, at(state.commits, other))) throw cheat('nonce differs from its commitment', other);
  const nonce = strictly(other, 'point', () => group.decode(received.nonce));
  const bob = at(state.drawn, other);
  const d = bobFinish(salted(session, other, session.me, bob.salt), salt, other, bob, received.multiply);
  checkProducts(session, other, bob.chi, nonce, received, d);
  return { nonce, keyPart, psi, d };
}

/**
 * Step 5's two equations, chi * R_j - Gamma_u = d_u * G and chi * pk_j - Gamma_v = d_v * G, as one: the first and `weight` times the second. The weight is drawn
 * when all else stands, and nobody is told it: where either equation is wrong, so is their sum but for one weight of 2^128.
 */
function checkProducts(
  { hedge }: Session,
  other: PartyId,
  chi: bigint,
  nonce: Point,
  { keyPart, gammaU, gammaV, multiply }: Second,
  d: TwoScalars,
): void {
  const shown = [nonce, keyPart, gammaU, gammaV].map((point) => point.toBytes());
  const weight = scalarOfHalves(hedgedBytes(16, hedge, 'weight', other, ...shown, multiply));
  const product = nonce.add(keyPart.multiplyUnsafe(weight)).multiply(chi);
  const told = gammaU.add(gammaV.multiplyUnsafe(weight));
  if (!product.subtract(told).equals(group.base.multiply(reduce(d[0] + weight * d[1]))))
    throw cheat('multiplied other values than shown', other);
}

/** With one counterparty it is clear who cheated. */
function culprit({ others }: Session): PartyId | undefined {
  return others.length === 1 ? others[0] : undefined;
}

function last({ session, point, w, u }: AfterThird, inbox: Messages): EcdsaStep<EcdsaState> {
  const parts = collect(inbox, session.others).map(([other, message]) => readThird(session, other, message));
  return { done: true, signature: combine(session, point, [{ w, u }, ...parts], culprit(session)) };
}

/** Threshold ECDSA by Doerner, Kondi, Lee and shelat (ePrint 2023/765): three messages, and every party combines and verifies. */
export const dkls23: EcdsaEngine<EcdsaState> = {
  name: 'dkls23',
  // Messages 1 and 2 know the digest only as part of the run's context: protocol 3.6, step 7 is the first to compute with it.
  partIn: 3,
  start,
  step: (state, inbox) => {
    if (state.round === 1) return second(spend<AfterFirst>(state, 'dkls23', 1), inbox);
    if (state.round === 2) return third(spend<AfterSecond>(state, 'dkls23', 2), inbox);
    return last(spend<AfterThird>(state, 'dkls23', 3), inbox);
  },
};
