import { randomBytes } from '@noble/hashes/utils.js';
import {
  type Curve,
  type DealState,
  decodeState,
  dkg,
  dkls23,
  type EcdsaSignature,
  type EcdsaState,
  encodeState,
  type FrostSigner,
  type FrostState,
  type KeyShare,
  type Messages,
  type PairSetup,
  type PairSetupState,
  type PairState,
  type PartyId,
  pairSetup,
  type ReshareConfig,
  reshare,
} from '../src/index.ts';

/** A party's outgoing messages of one round, as the network sees them; a test may change them in place. */
export type Wire = Record<PartyId, Messages>;
export type Tap = (round: number, wire: Wire) => void;
export type Keys = Record<PartyId, KeyShare>;
export type Pairs = Record<PartyId, Record<PartyId, PairState>>;

export function entry<T>(record: Readonly<Record<PartyId, T>>, party: PartyId): T {
  const value = record[party];
  if (value === undefined) throw new Error(`no entry for ${party}`);
  return value;
}

export type AnyState = DealState | PairSetupState | EcdsaState | FrostState;

/** A copy, as fresh as the original was. States of ceremonies go through text, so that each test is also the test of that. */
export function thaw<S extends AnyState>(state: S): S {
  const copy: AnyState = isResting(state) ? decodeState(encodeState(state)) : structuredClone<AnyState>(state);
  return copy as S;
}

const isResting = (state: AnyState): state is DealState | PairSetupState =>
  state.protocol === 'deal' || state.protocol === 'pair';

export function each<T>(parties: readonly PartyId[], f: (party: PartyId) => T): Record<PartyId, T> {
  return Object.fromEntries(parties.map((party) => [party, f(party)]));
}

/** What the others broadcast. */
export function heard(broadcasts: Readonly<Record<PartyId, Uint8Array>>, me: PartyId): Messages {
  return Object.fromEntries(Object.entries(broadcasts).filter(([party]) => Number(party) !== me));
}

/** What was sent to me. */
export function inboxOf(wire: Wire, me: PartyId): Messages {
  const inbox: Record<PartyId, Uint8Array> = {};
  for (const [party, messages] of Object.entries(wire)) {
    const message = messages[me];
    if (message) inbox[Number(party)] = message;
  }
  return inbox;
}

export function generate(curve: Curve, t: number, n: number): Keys {
  const session = randomBytes(32);
  const parties = Array.from({ length: n }, (_, i) => i + 1);
  const one = each(parties, (me) => dkg.round1({ curve, t, n, me, session }));
  const sent1 = each(parties, (me) => entry(one, me).broadcast);
  const two = each(parties, (me) => dkg.round2(thaw(entry(one, me).state), heard(sent1, me)));
  const sent2 = each(parties, (me) => entry(two, me).broadcast);
  const three = each(parties, (me) => dkg.round3(thaw(entry(two, me).state), heard(sent2, me)));
  const sent3 = each(parties, (me) => entry(three, me).broadcast);
  const direct = each(parties, (me) => entry(three, me).direct);
  return each(parties, (me) => dkg.finish(thaw(entry(three, me).state), heard(sent3, me), inboxOf(direct, me)));
}

export function pairUp(
  keys: Keys,
  a: PartyId,
  b: PartyId,
  setup: PairSetup = pairSetup,
  session = randomBytes(32),
): [PairState, PairState] {
  let one: { state: PairSetupState; out: Uint8Array } = setup.start({ key: entry(keys, a), other: b, session });
  let two: { state: PairSetupState; out: Uint8Array } = setup.start({ key: entry(keys, b), other: a, session });
  for (;;) {
    const nextOne = setup.step(thaw(one.state), two.out);
    const nextTwo = setup.step(thaw(two.state), one.out);
    if (nextOne.done && nextTwo.done) return [nextOne.pair, nextTwo.pair];
    if (nextOne.done || nextTwo.done) throw new Error('one side ended early');
    [one, two] = [nextOne, nextTwo];
  }
}

export function pairAll(keys: Keys, parties: readonly PartyId[], setup: PairSetup = pairSetup): Pairs {
  const pairs: Pairs = each(parties, () => ({}));
  for (const a of parties) {
    for (const b of parties) {
      if (a < b) [entry(pairs, a)[b], entry(pairs, b)[a]] = pairUp(keys, a, b, setup);
    }
  }
  return pairs;
}

export interface SignOptions {
  readonly tweak?: bigint;
  readonly session?: Uint8Array;
  readonly tap?: Tap;
}

/** A whole signing run; returns everyone's signature. */
export function signAll(
  keys: Keys,
  pairs: Pairs,
  parties: readonly PartyId[],
  digest: Uint8Array,
  { tweak = 0n, session = randomBytes(32), tap = () => {} }: SignOptions = {},
): Record<PartyId, EcdsaSignature> {
  const started = each(parties, (me) =>
    dkls23.start({ key: entry(keys, me), pairs: entry(pairs, me), parties, digest, tweak, session }),
  );
  let states: Record<PartyId, EcdsaState> = each(parties, (me) => entry(started, me).state);
  let wire: Wire = each(parties, (me) => ({ ...entry(started, me).out }));
  for (let round = 1; ; round++) {
    tap(round, wire);
    const steps = each(parties, (me) => dkls23.step(thaw(entry(states, me)), inboxOf(wire, me)));
    const signatures: Record<PartyId, EcdsaSignature> = {};
    [states, wire] = [{}, {}];
    for (const me of parties) {
      const step = entry(steps, me);
      if (step.done) signatures[me] = step.signature;
      else [states[me], wire[me]] = [step.state, { ...step.out }];
    }
    if (Object.keys(signatures).length === parties.length) return signatures;
  }
}

/** A whole FROST run; returns everyone's signature. */
export function frostAll(
  signer: FrostSigner,
  keys: Keys,
  parties: readonly PartyId[],
  message: Uint8Array,
  { tweak = 0n, merkleRoot }: { tweak?: bigint; merkleRoot?: Uint8Array } = {},
): Record<PartyId, Uint8Array> {
  const session = randomBytes(32);
  const tree = merkleRoot ? { merkleRoot } : {};
  const one = each(parties, (me) => signer.commit({ key: entry(keys, me), parties, message, tweak, session, ...tree }));
  const sent1 = each(parties, (me) => entry(one, me).broadcast);
  const two = each(parties, (me) => signer.sign(thaw(entry(one, me).state), heard(sent1, me)));
  const sent2 = each(parties, (me) => entry(two, me).broadcast);
  return each(parties, (me) => signer.aggregate(thaw(entry(two, me).state), heard(sent2, me)));
}

/** A whole reshare; a party that leaves has no entry afterwards. */
export function reshareAll(configs: Readonly<Record<PartyId, Omit<ReshareConfig, 'session'>>>): Keys {
  const session = randomBytes(32);
  const parties = Object.keys(configs).map(Number);
  const one = each(parties, (me) => reshare.round1({ ...entry(configs, me), session }));
  const sent1 = each(parties, (me) => entry(one, me).broadcast);
  const two = each(parties, (me) => reshare.round2(thaw(entry(one, me).state), heard(sent1, me)));
  const sent2 = each(parties, (me) => entry(two, me).broadcast);
  const three = each(parties, (me) => reshare.round3(thaw(entry(two, me).state), heard(sent2, me)));
  const sent3 = each(parties, (me) => entry(three, me).broadcast);
  const direct = each(parties, (me) => entry(three, me).direct);
  const keys: Keys = {};
  for (const me of parties) {
    const key = reshare.finish(thaw(entry(three, me).state), heard(sent3, me), inboxOf(direct, me));
    if (key) keys[me] = key;
  }
  return keys;
}
