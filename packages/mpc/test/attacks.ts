import type { AbortKind, PartyId } from '../src/index.ts';
import { copy, type Machine, type Moment, type Outcome, play } from './machine.ts';
import { entry } from './net.ts';

/** One field of a message body. `point`/`scalar` fields may become malformed when bytes change, which is then a fault. */
export interface Field {
  readonly name: string;
  readonly bytes: number;
  /** Says whether altered bytes still are a well-formed value; absent: always. */
  wellFormed?(bytes: Uint8Array): boolean;
}

/** The fields of the n-th message (0 first) of a link in a round (1 first). */
export interface Layout {
  readonly round: number;
  readonly message: number;
  readonly fields: readonly Field[];
}

export const headerFields: readonly Field[] = [
  { name: 'protocol', bytes: 1 },
  { name: 'round', bytes: 1 },
  { name: 'from', bytes: 2 },
  { name: 'to', bytes: 2 },
  { name: 'context', bytes: 32 },
];
export const headerBytes = 38;

export interface Case<T> {
  readonly name: string;
  readonly round: number;
  readonly expected: AbortKind;
  /** The abort we look for must come from one of these parties (default: the receiver). */
  run(): Record<PartyId, Outcome<T>>;
}

interface Attack<T> {
  readonly machine: Machine<T>;
  readonly moments: readonly Moment[];
  /** An honest run of another session, for replays. */
  readonly other: readonly Moment[];
  readonly from: PartyId;
  readonly to: PartyId;
}

function momentOf(moments: readonly Moment[], round: number): Moment {
  const moment = moments[round - 1];
  if (!moment) throw new Error(`no round ${round}`);
  return moment;
}

function link(moment: Moment, from: PartyId, to: PartyId): Uint8Array[] {
  return entry(entry(moment.wire, from), to);
}

function attacked<T>(
  { machine, moments }: Attack<T>,
  round: number,
  change: (moment: Moment) => void,
): Record<PartyId, Outcome<T>> {
  const moment = copy(momentOf(moments, round));
  change(moment);
  return play(machine, moment, round);
}

/** Where inside a field we flip a bit: first, last, and two places between, all different. */
function places(bytes: number): number[] {
  return [...new Set([0, Math.floor(bytes / 3), Math.floor((2 * bytes) / 3), bytes - 1])];
}

/** Flips one bit at several places of every header and body field. */
export function mutations<T>(attack: Attack<T>, { round, message, fields }: Layout): Case<T>[] {
  const cases: Case<T>[] = [];
  const original = link(momentOf(attack.moments, round), attack.from, attack.to)[message] ?? new Uint8Array();
  let offset = 0;
  for (const [i, field] of [...headerFields, ...fields].entries()) {
    const isHeader = i < headerFields.length;
    for (const place of places(field.bytes)) {
      const at = offset + place;
      const changed = original.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const value = changed.slice(offset, offset + field.bytes);
      const expected: AbortKind = isHeader || field.wellFormed?.(value) === false ? 'fault' : 'cheat';
      const replace = (moment: Moment) => link(moment, attack.from, attack.to).splice(message, 1, changed);
      cases.push({
        name: `${field.name} bit at ${place}`,
        round,
        expected,
        run: () => attacked(attack, round, replace),
      });
    }
    offset += field.bytes;
  }
  if (offset !== original.length) throw new Error(`layout has ${offset} bytes, the message ${original.length}`);
  return cases;
}

/** Puts the same field of another session's message in place of each body field: well-formed, but not of this run. */
export function fieldReplays<T>(attack: Attack<T>, { round, message, fields }: Layout): Case<T>[] {
  const donor = link(momentOf(attack.other, round), attack.from, attack.to)[message] ?? new Uint8Array();
  let offset = headerBytes;
  return fields.map((field) => {
    const [begin, end] = [offset, offset + field.bytes];
    offset = end;
    const replace = (moment: Moment) => {
      const target = link(moment, attack.from, attack.to)[message];
      target?.set(donor.subarray(begin, end), begin);
    };
    return {
      name: `${field.name} of another session`,
      round,
      expected: 'cheat',
      run: () => attacked(attack, round, replace),
    };
  });
}

/** Whole messages absent, doubled in length, cut, of another session, of another round, of the other direction. */
export function misdeliveries<T>(attack: Attack<T>, { round, message }: Layout): Case<T>[] {
  const { from, to, moments, other } = attack;
  const here = link(momentOf(moments, round), from, to)[message] ?? new Uint8Array();
  const put = (name: string, replacement: Uint8Array | undefined): Case<T> => ({
    name,
    round,
    expected: 'fault',
    run: () =>
      attacked(attack, round, (moment) => {
        const messages = link(moment, from, to);
        messages.splice(message, 1, ...(replacement ? [replacement] : []));
        if (messages.length === 0) delete entry(moment.wire, from)[to];
      }),
  });
  const otherRound = moments.findIndex((_, i) => i !== round - 1);
  return [
    put('omitted', undefined),
    put('empty', new Uint8Array()),
    put('one byte short', here.slice(0, -1)),
    put('one byte long', new Uint8Array([...here, 0])),
    put('replayed from another session', link(momentOf(other, round), from, to)[message]),
    put('swapped with another round', link(momentOf(moments, otherRound + 1), from, to)[0]),
    put('reflected to its sender', link(momentOf(moments, round), to, from)[message]),
  ];
}
