import { cheat } from '../abort.ts';
import { groupFor } from '../group.ts';
import { type Hedge, hedgedBytes, hedgeOf } from '../hedge.ts';
import {
  challenge,
  choose,
  conclude,
  offer,
  open,
  respond,
  type VsotReceiver,
  type VsotSender,
  vsotLengths,
} from '../ot/base.ts';
import { checkParties } from '../parties.ts';
import { checkSession } from '../session.ts';
import { spend } from '../state.ts';
import { equalBytes, hash } from '../transcript.ts';
import type { PairConfig, PairSetup, PairSetupState, PairSetupStep, PartyId } from '../types.ts';
import { type Header, protocols, type Reader, read, write } from '../wire.ts';

interface Base extends PairSetupState {
  readonly me: PartyId;
  readonly other: PartyId;
  readonly epoch: number;
  readonly groupPublic: Uint8Array;
  readonly context: Uint8Array;
  /** My contribution to the common seed and the salt of its commitment. */
  readonly seedOpening: Uint8Array;
  readonly hedge: Hedge;
}
type Offered = Base & { round: 1; sender: VsotSender };
type Chosen = Base & { round: 2; sender: VsotSender; receiver: VsotReceiver; commit: Uint8Array };
type Challenged = Base & { round: 3; receiver: VsotReceiver; keyPairs: Uint8Array; zeroSeed: Uint8Array };
type Responded = Base & { round: 4; receiver: VsotReceiver; keyPairs: Uint8Array; zeroSeed: Uint8Array };
type Opened = Base & { round: 5; receiver: VsotReceiver; seedPairs: Uint8Array; zeroSeed: Uint8Array };

/** Message lengths by round: 1 offer and seed commitment, 2 points and seed opening, 3 challenge, 4 response, 5 opening. */
const lengths = [
  0,
  vsotLengths.offer + 32,
  vsotLengths.points + 64,
  vsotLengths.challenge,
  vsotLengths.response,
  vsotLengths.opening,
];

function start({ key, other, session }: PairConfig): { state: PairSetupState; out: Uint8Array } {
  const { me, epoch, groupPublic, share } = key;
  const parties = checkParties([me, other]);
  const context = hash('pair', checkSession(session), groupPublic, epoch, ...parties);
  const hedge = hedgeOf(groupFor('secp256k1'), share, context);
  const { state: sender, message } = offer(direction(context, me), hedge);
  const seedOpening = hedgedBytes(64, hedge, 'seed');
  const base = { protocol: 'pair', me, other, epoch, groupPublic, context, seedOpening, hedge } as const;
  const state: Offered = { ...base, round: 1, sender };
  return { state, out: send(state, 1, message, commitSeed(context, me, seedOpening)) };
}

/** Each party is base-OT sender in one direction and receiver in the other; the sender's id names the direction. */
function direction(context: Uint8Array, sender: PartyId): Uint8Array {
  return hash('pair/vsot', context, sender);
}

function commitSeed(context: Uint8Array, party: PartyId, opening: Uint8Array): Uint8Array {
  return hash('pair/seed-commit', context, party, opening);
}

function send(state: Base, round: number, ...body: Uint8Array[]): Uint8Array {
  const header: Header = { protocol: protocols.pair, round, from: state.me, to: state.other, context: state.context };
  return write(header, ...body);
}

function receive(state: Base, inbound: Uint8Array): Reader {
  const header = {
    protocol: protocols.pair,
    round: state.round,
    from: state.other,
    to: state.me,
    context: state.context,
  };
  return read(header, inbound, lengths[state.round] ?? 0);
}

function onOffer(state: Offered, inbound: Uint8Array): PairSetupStep {
  const reader = receive(state, inbound);
  const { state: receiver, message } = choose(
    direction(state.context, state.other),
    state.other,
    reader.bytes(vsotLengths.offer),
    state.hedge,
  );
  const next: Chosen = { ...state, round: 2, receiver, commit: reader.bytes(32) };
  return { done: false, state: next, out: send(state, 2, message, state.seedOpening) };
}

function onPoints({ commit, sender, ...state }: Chosen, inbound: Uint8Array): PairSetupStep {
  const reader = receive(state, inbound);
  const points = reader.bytes(vsotLengths.points);
  const seedOpening = reader.bytes(64);
  if (!equalBytes(commitSeed(state.context, state.other, seedOpening), commit))
    throw cheat('seed opening differs', state.other);
  const { keyPairs, message } = challenge(direction(state.context, state.me), state.other, sender, points);
  const ordered = state.me < state.other ? [state.seedOpening, seedOpening] : [seedOpening, state.seedOpening];
  const next: Challenged = {
    ...state,
    round: 3,
    keyPairs,
    zeroSeed: hash('pair/zero-seed', state.context, ...ordered),
  };
  return { done: false, state: next, out: send(state, 3, message) };
}

function onChallenge(state: Challenged, inbound: Uint8Array): PairSetupStep {
  const receiver = { ...state.receiver, challenge: receive(state, inbound).bytes(vsotLengths.challenge) };
  const message = respond(direction(state.context, state.other), receiver, receiver.challenge);
  const next: Responded = { ...state, round: 4, receiver };
  return { done: false, state: next, out: send(state, 4, message) };
}

function onResponse({ keyPairs, ...state }: Responded, inbound: Uint8Array): PairSetupStep {
  const response = receive(state, inbound).bytes(vsotLengths.response);
  const { seedPairs, message } = open(direction(state.context, state.me), state.other, keyPairs, response);
  const next: Opened = { ...state, round: 5, seedPairs };
  return { done: false, state: next, out: send(state, 5, message) };
}

function onOpening(state: Opened, inbound: Uint8Array): PairSetupStep {
  const opening = receive(state, inbound).bytes(vsotLengths.opening);
  const chosenSeeds = conclude(direction(state.context, state.other), state.other, state.receiver, opening);
  const { me, other, epoch, groupPublic, seedPairs, zeroSeed, receiver, context } = state;
  const id = hash('pair/id', context, zeroSeed);
  return {
    done: true,
    pair: { v: 1, me, other, groupPublic, epoch, id, choice: receiver.choice, chosenSeeds, seedPairs, zeroSeed },
  };
}

/**
 * What two parties need to sign ECDSA together: 128 verified base OTs in each direction (for the OT extension) and a common random seed
 * (for the zero shares of DKLs23), bound to key and epoch. Five messages each way.
 */
export const pairSetup: PairSetup = {
  start,
  step: (state, inbound) => {
    if (state.round === 1) return onOffer(spend<Offered>(state, 'pair', 1), inbound);
    if (state.round === 2) return onPoints(spend<Chosen>(state, 'pair', 2), inbound);
    if (state.round === 3) return onChallenge(spend<Challenged>(state, 'pair', 3), inbound);
    if (state.round === 4) return onResponse(spend<Responded>(state, 'pair', 4), inbound);
    return onOpening(spend<Opened>(state, 'pair', 5), inbound);
  },
};
