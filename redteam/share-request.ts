import {
  type Approval,
  bodyHash,
  canonicalText,
  type Intent,
  intentText,
  type KeyExportRequest,
} from '@holdfast/policy';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { ask as askPage, baseIntent, call, decide } from '@holdfast/testkit/signer';
import type { Fixture } from './fixture.ts';
import { approvedBy, codeOf, now } from './requests.ts';

/** A request for a signer's share, from its making to the hand-over. */

export const dayMs = 86_400_000;
export const recipient = 'age14ru0mdzhjrn5m54pghcgmfc0ksqf0tc4wzpdgmw97w8j0faveussy336dr';
export const thief = 'age14mejth6nhupnaq9m0gyullssykp5tqhs5xgdu05r2enahuvgcvgsxkqpj2';

/** Olga asks for signer 1's share, encrypted to one recipient; Adam and Anna agree. */
export interface Wanted {
  readonly intent: Intent;
  readonly text: string;
  readonly request: string;
  readonly approvals: readonly Approval[];
}
export function want(fixture: Fixture, changes: Partial<KeyExportRequest> = {}, also: Partial<Intent> = {}): Wanted {
  const request: KeyExportRequest = {
    v: '1',
    domain: 'holdfast/export/v1',
    deployment: fixture.policy.deployment,
    keyGroup: fixture.group.id,
    epoch: String(fixture.group.epoch),
    signer: '1',
    recipient,
    ...changes,
  };
  const intent: Intent = {
    ...baseIntent(fixture.policy, 'olga', now(fixture)),
    kind: 'export',
    body: bodyHash(request),
    ...also,
  };
  const { olga, adam, anna } = fixture.crew;
  return {
    intent,
    text: intentText(intent),
    request: canonicalText(request),
    approvals: approvedBy(intent, olga, adam, anna),
  };
}

const grantAt = async (fixture: Fixture, place: Place, { text, request, approvals }: Wanted): Promise<string> => {
  await call(fixture.pair, place, 'announce', { intent: text, attachments: { export: request } });
  return codeOf(await call(fixture.pair, place, 'export.grant', { intent: text, request, approvals }));
};
export const grant = (fixture: Fixture, wanted: Wanted): Promise<string[]> =>
  Promise.all(fixture.pair.places.map((place) => grantAt(fixture, place, wanted)));
export async function granted(fixture: Fixture, wanted = want(fixture)): Promise<Wanted> {
  fixture.lawful.add(wanted.intent.id);
  const codes = await grant(fixture, wanted);
  if (codes.some((code) => code !== 'admitted')) throw new Error(`not granted: ${codes.join()}`);
  return wanted;
}
export const placesOf = ({ pair: { places } }: Fixture): readonly [Place, Place] => {
  const [one, two] = places;
  if (!one || !two) throw new Error('two signers');
  return [one, two];
};
export const clear = (fixture: Fixture, place: Place, { intent }: Wanted, nonce: unknown) =>
  call(fixture.pair, place, 'export.clear', { id: intent.id, nonce });
export const noNonce = '00'.repeat(32);
/** Signer 2's word for a hand-over that signer 1 has begun. */
export async function word(fixture: Fixture, wanted: Wanted, from = placesOf(fixture)[1]) {
  const opened = await call(fixture.pair, placesOf(fixture)[0], 'export.open', { id: wanted.intent.id });
  return await clear(fixture, from, wanted, opened.nonce ?? noNonce);
}
/** Asks signer 2 for its word and signer 1 for its share. @returns what each said */
export async function take(
  fixture: Fixture,
  wanted: Wanted,
  turn: (clearance: unknown) => unknown = (same) => same,
): Promise<string[]> {
  const [one] = placesOf(fixture);
  const clearance = await word(fixture, wanted);
  const clearances = clearance.error ? [] : [turn(clearance)];
  const taken = await call(fixture.pair, one, 'export.take', { id: wanted.intent.id, clearances });
  return [taken.error?.code ?? 'taken'];
}
export const refuseAt = (fixture: Fixture, place: Place, { intent }: Wanted) =>
  askPage(place, 'POST', '/api/approvals', { approval: decide(intent, fixture.crew.anna, 'refuse') });
export const wait = (fixture: Fixture, ms: number): void => {
  fixture.pair.now += ms;
};
export const takeWith = async (
  { pair }: Fixture,
  place: Place,
  { intent }: Wanted,
  told: unknown,
): Promise<string[]> => {
  const taken = await call(pair, place, 'export.take', { id: intent.id, clearances: [told] });
  return [taken.error?.code ?? 'taken'];
};
