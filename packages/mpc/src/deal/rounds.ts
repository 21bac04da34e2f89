import { cheat } from '../abort.ts';
import { groupFor } from '../group.ts';
import { at, collect, without } from '../parties.ts';
import { spend } from '../state.ts';
import { equalBytes, hash, type Item } from '../transcript.ts';
import type { Broadcast, BroadcastAndDirect, DealState, KeyShare, Messages, PartyId } from '../types.ts';
import { type Header, protocols, read, write } from '../wire.ts';
import { combine } from './combine.ts';
import { checkOpening, commitTo, makeOpening, openingBytes } from './opening.ts';
import { type Plan, participantsOf, shareFor } from './plan.ts';

type Bytes = Readonly<Record<PartyId, Uint8Array>>;
type Committed = DealState & { round: 1; plan: Plan; opening: Uint8Array };
type Revealed = DealState & { round: 2; plan: Plan; opening: Uint8Array; commits: Bytes };
export type Echoed = DealState & { round: 3; plan: Plan; openings: Bytes; echo: Uint8Array };

const everyone = 0;
/** Number of the direct message that travels with the echo. */
const directRound = 4;

function header(plan: Plan, round: number, from: PartyId, to: PartyId = everyone): Header {
  return { protocol: protocols.deal, round, from, to, context: plan.context };
}

function othersOf(plan: Plan): PartyId[] {
  return without(participantsOf(plan), plan.me);
}

/** Round 1: commit to the opening, so that nobody chooses after seeing another's. */
export function commit(plan: Plan): Broadcast<DealState> {
  const opening = makeOpening(plan);
  const state: Committed = { protocol: 'deal', round: 1, plan, opening };
  return { state, broadcast: write(header(plan, 1, plan.me), commitTo(plan, plan.me, opening)) };
}

/** Round 2: all have committed; show mine. */
export function reveal(spendable: DealState, broadcasts: Messages): Broadcast<DealState> {
  const { plan, opening } = spend<Committed>(spendable, 'deal', 1);
  const commits: Record<PartyId, Uint8Array> = { [plan.me]: commitTo(plan, plan.me, opening) };
  for (const [party, message] of collect(broadcasts, othersOf(plan))) {
    commits[party] = read(header(plan, 1, party), message, 32).bytes(32);
  }
  const state: Revealed = { protocol: 'deal', round: 2, plan, opening, commits };
  return { state, broadcast: write(header(plan, 2, plan.me), opening) };
}

/** Round 3: check every opening; echo what I saw to all, and send each receiver its share. */
export function deal(spendable: DealState, broadcasts: Messages): BroadcastAndDirect<DealState> {
  const { plan, opening, commits } = spend<Revealed>(spendable, 'deal', 2);
  const openings: Record<PartyId, Uint8Array> = { [plan.me]: opening };
  for (const [party, message] of collect(broadcasts, othersOf(plan))) {
    const length = openingBytes(plan, party);
    const shown = read(header(plan, 2, party), message, length).bytes(length);
    if (!equalBytes(commitTo(plan, party, shown), at(commits, party)))
      throw cheat('opening differs from its commitment', party);
    checkOpening(plan, party, shown);
    openings[party] = shown;
  }
  const echo = hash(
    'deal/echo',
    plan.context,
    ...participantsOf(plan).flatMap((p): Item[] => [p, at(commits, p), at(openings, p)]),
  );
  const state: Echoed = { protocol: 'deal', round: 3, plan, openings, echo };
  return { state, broadcast: write(header(plan, 3, plan.me), echo), direct: directsOf(plan) };
}

function directsOf(plan: Plan): Messages {
  if (plan.coefficients.length === 0) return {};
  const group = groupFor(plan.curve);
  const messages = without(plan.receivers, plan.me).map((receiver): [PartyId, Uint8Array] => [
    receiver,
    write(header(plan, directRound, plan.me, receiver), group.encodeScalar(shareFor(group, plan, receiver))),
  ]);
  return Object.fromEntries(messages);
}

/** The end: everyone saw the same openings, and my share fits every dealer's commitment. Null for a party that only dealt. */
export function finish(spendable: DealState, echoes: Messages, directs: Messages): KeyShare | null {
  const { plan, openings, echo } = spend<Echoed>(spendable, 'deal', 3);
  for (const [party, message] of collect(echoes, othersOf(plan))) {
    const seen = read(header(plan, 3, party), message, 32).bytes(32);
    if (!equalBytes(seen, echo)) throw cheat('a participant showed different openings to different parties');
  }
  const group = groupFor(plan.curve);
  const receives = plan.receivers.includes(plan.me);
  const parts: Record<PartyId, bigint> = {};
  for (const [party, message] of collect(directs, receives ? without(plan.dealers, plan.me) : [])) {
    parts[party] = read(header(plan, directRound, party, plan.me), message, 32).scalar(group);
  }
  return receives ? combine(plan, openings, parts) : null;
}
