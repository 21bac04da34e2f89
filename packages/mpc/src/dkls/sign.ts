import { randomBytes } from '@noble/hashes/utils.js';
import { cheat, fault } from '../abort.ts';
import { groupFor, type Point, randomScalar } from '../group.ts';
import { at, collect } from '../parties.ts';
import { spend } from '../state.ts';
import { equalBytes, hash } from '../transcript.ts';
import type { EcdsaEngine, EcdsaInput, EcdsaState, EcdsaStep, Messages, PartyId } from '../types.ts';
import { strictly } from '../wire.ts';
import { combine, signaturePart } from './combine.ts';
import { reduce } from './field.ts';
import { readFirst, readSecond, readThird, type Second, writeTo } from './messages.ts';
import { alice, bobFinish, bobStart, type RvoleBob, type TwoScalars } from './rvole.ts';
import { multiplication, openRun, type Session } from './session.ts';

const group = groupFor('secp256k1');

interface Mine {
  /** r_i, phi_i and my additive share of the key. */
  readonly r: bigint;
  readonly phi: bigint;
  readonly secret: bigint;
  readonly nonce: Uint8Array;
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
  products: ByParty<TwoScalars>;
};
type AfterThird = EcdsaState & { round: 3; session: Session; point: Uint8Array; w: bigint; u: bigint };

function commitTo(session: Session, party: PartyId, nonce: Uint8Array, opening: Uint8Array): Uint8Array {
  return hash('dkls/nonce', session.id, party, nonce, opening);
}

/** DKLs23 protocol 3.6, step 1: draw r_i and phi_i, commit to R_i = r_i * G, start a multiplication with everyone as Bob. */
function start(input: EcdsaInput): { state: EcdsaState; out: Messages } {
  const { session, secret } = openRun(input);
  const r = randomScalar(group);
  const mine: Mine = {
    r,
    phi: randomScalar(group),
    secret,
    nonce: group.base.multiply(r).toBytes(),
    opening: randomBytes(32),
  };
  const commit = commitTo(session, session.me, mine.nonce, mine.opening);
  const drawn: Record<PartyId, Drawn> = {};
  const out: Record<PartyId, Uint8Array> = {};
  for (const other of session.others) {
    const salt = randomBytes(32);
    const context = hash('dkls/salted', multiplication(at(session.peers, other).context, other, session.me), salt);
    const { state, message } = bobStart(context, at(input.pairs, other).seedPairs);
    drawn[other] = { ...state, salt };
    out[other] = writeTo(session, 1, other, commit, salt, message);
  }
  const state: AfterFirst = { protocol: 'dkls23', round: 1, session, mine, drawn };
  return { state, out };
}

/** Steps 2 to 4: multiply {r_i, sk_i} with each chi; open R_i; send what lets the other check that I used these values. */
function second({ session, mine, drawn }: AfterFirst, inbox: Messages): EcdsaStep<EcdsaState> {
  const keyPart = group.base.multiply(mine.secret).toBytes();
  const commits: Record<PartyId, Uint8Array> = {};
  const products: Record<PartyId, TwoScalars> = {};
  const out: Record<PartyId, Uint8Array> = {};
  for (const [other, message] of collect(inbox, session.others)) {
    const first = readFirst(session, other, message);
    const peer = at(session.peers, other);
    const context = hash('dkls/salted', multiplication(peer.context, session.me, other), first.salt);
    const salt = randomBytes(32);
    const { c, message: multiply } = alice(context, salt, other, peer, first.multiply, [mine.r, mine.secret]);
    const gammas = c.map((value) => group.base.multiply(value).toBytes());
    const psi = group.encodeScalar(reduce(mine.phi - at(drawn, other).chi));
    commits[other] = first.commit;
    products[other] = c;
    out[other] = writeTo(session, 2, other, mine.nonce, mine.opening, keyPart, ...gammas, psi, salt, multiply);
  }
  const state: AfterSecond = { protocol: 'dkls23', round: 2, session, mine, drawn, commits, products };
  return { done: false, state, out };
}

/** Steps 5 to 7: check everyone's multiplication and key part, then release my part of the signature. */
function third({ session, mine, drawn, commits, products }: AfterSecond, inbox: Messages): EcdsaStep<EcdsaState> {
  let [point, key] = [group.base.multiply(mine.r), group.base.multiply(mine.secret)];
  let [phi, u, v] = [mine.phi, 0n, 0n];
  for (const [other, message] of collect(inbox, session.others)) {
    const received = readSecond(session, other, message);
    const expected = commitTo(session, other, received.nonce, received.opening);
    if (!equalBytes(expected, at(commits, other))) throw cheat('nonce differs from its commitment', other);
    const nonce = strictly(other, 'point', () => group.decode(received.nonce));
    const bob = at(drawn, other);
    const context = hash('dkls/salted', multiplication(at(session.peers, other).context, other, session.me), bob.salt);
    const d = bobFinish(context, received.salt, other, bob, received.multiply);
    checkProducts(other, bob.chi, nonce, received, d);
    point = point.add(nonce);
    key = key.add(received.keyPart);
    const c = at(products, other);
    phi += received.psi;
    u += c[0] + d[0];
    v += c[1] + d[1];
  }
  const [only] = session.others;
  if (!equalBytes(key.toBytes(), session.publicKey)) {
    throw cheat('the key parts do not make the key', session.others.length === 1 ? only : undefined);
  }
  if (point.is0()) throw fault('the nonces cancel out; sign again');
  const bytes = point.toBytes();
  const part = signaturePart(session.digest, point, { phi: mine.phi, u: mine.r * phi + u, v: mine.secret * phi + v });
  const fields = [group.encodeScalar(part.w), group.encodeScalar(part.u)];
  const out = Object.fromEntries(session.others.map((other) => [other, writeTo(session, 3, other, ...fields)]));
  const state: AfterThird = { protocol: 'dkls23', round: 3, session, point: bytes, ...part };
  return { done: false, state, out };
}

/** Step 5's two equations: chi * R_j - Gamma_u = d_u * G and chi * pk_j - Gamma_v = d_v * G. */
function checkProducts(
  other: PartyId,
  chi: bigint,
  nonce: Point,
  { keyPart, gammaU, gammaV }: Second,
  d: TwoScalars,
): void {
  const nonceFits = nonce.multiply(chi).subtract(gammaU).equals(group.base.multiply(d[0]));
  const keyFits = keyPart.multiply(chi).subtract(gammaV).equals(group.base.multiply(d[1]));
  if (!nonceFits || !keyFits) throw cheat('multiplied other values than shown', other);
}

function last({ session, point, w, u }: AfterThird, inbox: Messages): EcdsaStep<EcdsaState> {
  const parts = collect(inbox, session.others).map(([other, message]) => readThird(session, other, message));
  const culprit = session.others.length === 1 ? session.others[0] : undefined;
  return { done: true, signature: combine(session, point, [{ w, u }, ...parts], culprit) };
}

/** Threshold ECDSA by Doerner, Kondi, Lee and shelat (ePrint 2023/765): three messages, and every party combines and verifies. */
export const dkls23: EcdsaEngine<EcdsaState> = {
  name: 'dkls23',
  start,
  step: (state, inbox) => {
    if (state.round === 1) return second(spend<AfterFirst>(state, 'dkls23', 1), inbox);
    if (state.round === 2) return third(spend<AfterSecond>(state, 'dkls23', 2), inbox);
    return last(spend<AfterThird>(state, 'dkls23', 3), inbox);
  },
};
