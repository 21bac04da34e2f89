import { randomUUID } from 'node:crypto';
import type { Hello } from '@holdfast/channel';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { addressed, call, type Mail, must } from '@holdfast/testkit/signer';
import type { Fixture } from './fixture.ts';
import { type Ask, deliver, payAsk } from './requests.ts';

/** A server that carries a signing session between the signers, and may change what it carries. */

interface Step {
  readonly outbound: readonly { readonly to: string; readonly box: string }[];
  readonly done: boolean;
  readonly error?: { readonly code: string };
}
/** What the relaying server may do to a session: before a round, and to the boxes of a round. */
export interface Relay {
  /** What is signed; an approved payment of its own otherwise. */
  readonly ask?: Ask;
  readonly second?: (ask: Ask) => Ask;
  readonly hellos?: (hellos: Hello[], fixture: Fixture) => Hello[];
  readonly before?: (round: number, fixture: Fixture) => Promise<unknown>;
  readonly mail?: (mail: Mail[], round: number) => Mail[];
}

export const step = (fixture: Fixture, place: Place, session: string, body: object): Promise<Step> =>
  call(fixture.pair, place, 'sign.step', { session, ...body }) as Promise<unknown> as Promise<Step>;

export async function hellosOf(fixture: Fixture, ask: Ask, second: Ask = ask): Promise<Hello[]> {
  const replies = await Promise.all(
    fixture.pair.places.map((place, i) =>
      must<{ hello: Hello }>(deliver(fixture, place, i === 0 ? ask : second) as never),
    ),
  );
  return replies.map(({ hello }) => hello);
}

/** Signs one approved payment as the server does, with its hands in it. @returns 'signed', or why each signer ended it */
export async function signing(
  fixture: Fixture,
  { ask, second, hellos: turn, before, mail: meddle }: Relay = {},
): Promise<string[]> {
  const session = randomUUID();
  const request = { ...(ask ?? payAsk(fixture)), session };
  fixture.lawful.add(request.intent.id);
  const made = await hellosOf(fixture, request, second ? { ...second(request), session } : request);
  const hellos = turn ? turn(made, fixture) : made;
  const all = (body: (place: Place) => object) =>
    Promise.all(fixture.pair.places.map((place) => step(fixture, place, session, body(place))));
  await before?.(0, fixture);
  let replies = await all(() => ({ hellos, inbound: [] }));
  for (let round = 1; round < 9 && replies.every(({ error, done }) => !error && !done); round++) {
    await before?.(round, fixture);
    const sent = replies.flatMap(({ outbound }, i) =>
      outbound.map((box) => ({ from: fixture.pair.places[i]?.id ?? '', ...box })),
    );
    const mail = meddle ? meddle(sent, round) : sent;
    replies = await all((place) => ({ inbound: addressed(mail, place.id) }));
  }
  return replies.map((reply) => reply.error?.code ?? (reply.done ? 'signed' : 'open'));
}
export const signed = (relay?: Relay) => (fixture: Fixture) => signing(fixture, relay);

export const freezeAll = (fixture: Fixture) =>
  Promise.all(fixture.pair.places.map((place) => call(fixture.pair, place, 'freeze', { by: 'omar', reason: 'drill' })));
