import { MpcAbort, type PartyId } from '../src/index.ts';
import { type AnyState, each, entry, thaw } from './net.ts';

/** Messages on each link in one round; a link may carry two (a broadcast and a direct message). */
export type Links = Record<PartyId, Record<PartyId, Uint8Array[]>>;
export type Inbox = Record<PartyId, Uint8Array[]>;

/** Any of the protocols, driven the same way, so that the same attacks run against all. */
export interface Machine<T> {
  readonly parties: readonly PartyId[];
  start(me: PartyId): { state: AnyState; out: Record<PartyId, Uint8Array[]> };
  step(
    me: PartyId,
    state: AnyState,
    inbox: Inbox,
  ): { state: AnyState; out: Record<PartyId, Uint8Array[]> } | { value: T };
}

/** The moment before a round is processed: states that nobody has stepped, and what is on the wire. */
export interface Moment {
  readonly states: Record<PartyId, AnyState>;
  readonly wire: Links;
}

export type Outcome<T> = { value: T } | { abort: MpcAbort; round: number };

/** An honest run, recorded so that an attack can begin at any round. */
export function record<T>(machine: Machine<T>): Moment[] {
  const moments: Moment[] = [];
  play(machine, begin(machine), 1, (moment) => moments.push(copy(moment)));
  return moments;
}

export function begin<T>(machine: Machine<T>): Moment {
  const started = each(machine.parties, (me) => machine.start(me));
  return {
    states: each(machine.parties, (me) => entry(started, me).state),
    wire: each(machine.parties, (me) => entry(started, me).out),
  };
}

export function copy({ states, wire }: Moment): Moment {
  const links = Object.entries(wire).map(([from, to]): [string, Record<PartyId, Uint8Array[]>] => [
    from,
    Object.fromEntries(
      Object.entries(to).map(([party, messages]) => [party, messages.map((message) => message.slice())]),
    ),
  ]);
  return { states: { ...states }, wire: Object.fromEntries(links) };
}

/** Runs to the end from a moment. A party that aborts falls silent; anything but an `MpcAbort` fails the test. */
export function play<T>(
  machine: Machine<T>,
  from: Moment,
  round = 1,
  see: (moment: Moment) => void = () => {},
): Record<PartyId, Outcome<T>> {
  const outcomes: Record<PartyId, Outcome<T>> = {};
  let moment = from;
  for (let now = round; Object.keys(outcomes).length < machine.parties.length; now++) {
    see(moment);
    const next: Moment = { states: {}, wire: {} };
    for (const me of machine.parties.filter((party) => !outcomes[party])) {
      try {
        const step = machine.step(me, thaw(entry(moment.states, me)), inboxOf(moment.wire, me));
        if ('value' in step) outcomes[me] = { value: step.value };
        else [next.states[me], next.wire[me]] = [step.state, step.out];
      } catch (error) {
        if (!(error instanceof MpcAbort)) throw error;
        outcomes[me] = { abort: error, round: now };
      }
    }
    moment = next;
  }
  return outcomes;
}

function inboxOf(wire: Links, me: PartyId): Inbox {
  const inbox: Inbox = {};
  for (const [from, to] of Object.entries(wire)) {
    const messages = to[me];
    if (messages) inbox[Number(from)] = messages;
  }
  return inbox;
}
