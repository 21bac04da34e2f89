import {
  type Broadcast,
  type DealState,
  dkg,
  dkls23,
  type EcdsaInput,
  type EcdsaSignature,
  type EcdsaState,
  type FrostSigner,
  type FrostState,
  type KeyShare,
  type Messages,
  type PairSetupState,
  type PairState,
  type PartyId,
  pairSetup,
  type Reshare,
  type ReshareConfig,
  reshare,
} from '../src/index.ts';
import type { Inbox, Machine } from './machine.ts';
import { entry, type Keys, type Pairs } from './net.ts';

function wrap(messages: Messages): Record<PartyId, Uint8Array[]> {
  return Object.fromEntries(Object.entries(messages).map(([party, message]) => [party, [message]]));
}

/** The n-th message of each link. */
function nth(inbox: Inbox, n: number): Messages {
  const entries = Object.entries(inbox).flatMap(([party, messages]) => (messages[n] ? [[party, messages[n]]] : []));
  return Object.fromEntries(entries) as Messages;
}

function toAll<S>({ state, broadcast }: Broadcast<S>, parties: readonly PartyId[], me: PartyId, direct: Messages = {}) {
  const others = parties.filter((party) => party !== me);
  const out = Object.fromEntries(
    others.map((party) => [party, [broadcast, ...(direct[party] ? [direct[party]] : [])]]),
  );
  return { state, out };
}

export function ecdsaMachine(
  keys: Keys,
  pairs: Pairs,
  input: Omit<EcdsaInput, 'key' | 'pairs'>,
): Machine<EcdsaSignature> {
  return {
    parties: input.parties,
    start: (me) => {
      const { state, out } = dkls23.start({ ...input, key: entry(keys, me), pairs: entry(pairs, me) });
      return { state, out: wrap(out) };
    },
    step: (_me, state, inbox) => {
      const step = dkls23.step(state as EcdsaState, nth(inbox, 0));
      return step.done ? { value: step.signature } : { state: step.state, out: wrap(step.out) };
    },
  };
}

export function pairMachine(keys: Keys, parties: readonly [PartyId, PartyId], session: Uint8Array): Machine<PairState> {
  const otherOf = (me: PartyId) => (me === parties[0] ? parties[1] : parties[0]);
  return {
    parties,
    start: (me) => {
      const { state, out } = pairSetup.start({ key: entry(keys, me), other: otherOf(me), session });
      return { state, out: { [otherOf(me)]: [out] } };
    },
    step: (me, state, inbox) => {
      const step = pairSetup.step(state as PairSetupState, nth(inbox, 0)[otherOf(me)] ?? new Uint8Array());
      return step.done ? { value: step.pair } : { state: step.state, out: { [otherOf(me)]: [step.out] } };
    },
  };
}

export function frostMachine(
  signer: FrostSigner,
  keys: Keys,
  input: {
    parties: readonly PartyId[];
    message: Uint8Array;
    session: Uint8Array;
    tweak: bigint;
    merkleRoot?: Uint8Array;
  },
): Machine<Uint8Array> {
  return {
    parties: input.parties,
    start: (me) => toAll(signer.commit({ ...input, key: entry(keys, me) }), input.parties, me),
    step: (me, state, inbox) => {
      if (state.round === 1) return toAll(signer.sign(state as FrostState, nth(inbox, 0)), input.parties, me);
      return { value: signer.aggregate(state as FrostState, nth(inbox, 0)) };
    },
  };
}

type Dealing = Pick<Reshare, 'round2' | 'round3'> & {
  finish(state: DealState, echoes: Messages, directs: Messages): KeyShare | null;
};

function dealMachine(
  protocol: Dealing,
  parties: readonly PartyId[],
  start: (me: PartyId) => Broadcast<DealState>,
): Machine<KeyShare | null> {
  return {
    parties,
    start: (me) => toAll(start(me), parties, me),
    step: (me, state, inbox) => {
      if (state.round === 1) return toAll(protocol.round2(state as DealState, nth(inbox, 0)), parties, me);
      if (state.round === 3) return { value: protocol.finish(state as DealState, nth(inbox, 0), nth(inbox, 1)) };
      const dealt = protocol.round3(state as DealState, nth(inbox, 0));
      return toAll(dealt, parties, me, dealt.direct);
    },
  };
}

export function dkgMachine(
  curve: 'secp256k1' | 'ed25519',
  t: number,
  n: number,
  session: Uint8Array,
): Machine<KeyShare | null> {
  const parties = Array.from({ length: n }, (_, i) => i + 1);
  return dealMachine(dkg, parties, (me) => dkg.round1({ curve, t, n, me, session }));
}

export function reshareMachine(configs: Readonly<Record<PartyId, ReshareConfig>>): Machine<KeyShare | null> {
  return dealMachine(reshare, Object.keys(configs).map(Number), (me) => reshare.round1(entry(configs, me)));
}
