import { fault } from './abort.ts';
import type { Messages, PartyId } from './types.ts';

/** Ids are x-coordinates: 0 would be the secret itself, and two equal ones break interpolation (threats T16). */
export const maxParty = 65_535;

/** A sorted copy; throws a fault for a duplicate, zero or oversized id, or when `me` is not among them. */
export function checkParties(parties: readonly PartyId[], me?: PartyId): PartyId[] {
  for (const party of parties) {
    if (!Number.isInteger(party) || party < 1 || party > maxParty) throw fault('party id out of range');
  }
  if (new Set(parties).size !== parties.length) throw fault('party named twice');
  if (me !== undefined && !parties.includes(me)) throw fault('I am not one of the parties');
  return [...parties].sort((a, b) => a - b);
}

export function checkThreshold(t: number, n: number): void {
  if (!Number.isInteger(t) || !Number.isInteger(n) || t < 2 || t > n || n > 100) throw fault('threshold out of range');
}

/** Every expected message, in the order of `from`, and not one more. */
export function collect(inbox: Messages, from: readonly PartyId[]): [PartyId, Uint8Array][] {
  const messages = from.map((party): [PartyId, Uint8Array] => {
    const message = Object.hasOwn(inbox, party) ? inbox[party] : undefined;
    if (!(message instanceof Uint8Array)) throw fault('message missing', party);
    return [party, message];
  });
  if (Object.keys(inbox).length !== from.length) throw fault('message of a party that has no part in this round');
  return messages;
}

export function without(parties: readonly PartyId[], me: PartyId): PartyId[] {
  return parties.filter((party) => party !== me);
}

/** The entry of a record that is known to hold it. */
export function at<T>(record: Readonly<Record<PartyId, T>>, party: PartyId): T {
  const value = Object.hasOwn(record, party) ? record[party] : undefined;
  if (value === undefined) throw fault('no entry for party', party);
  return value;
}
