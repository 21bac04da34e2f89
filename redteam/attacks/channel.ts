import { randomUUID } from 'node:crypto';
import { createSender, keepHeader, newIdentity, sealRequest, type Transport, tagHeader } from '@holdfast/channel';
import { intentText } from '@holdfast/policy';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { call } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { codeOf, payAsk } from '../requests.ts';

const channel = family('the channel of the server');
channel.control('a request of the server', (fixture) => payAsk(fixture));
const raw = async (place: Place, message: Uint8Array): Promise<string> => {
  const response = await fetch(`${place.url}/channel`, { method: 'POST', body: new Uint8Array(message) });
  if (response.ok) return 'answered';
  return ((await response.json()) as { error: { code: string } }).error.code;
};
const sealed = (
  fixture: Fixture,
  place: Place,
  from = fixture.pair.server,
  time = Date.now() + fixture.pair.now,
  id = randomUUID(),
) => {
  const ask = payAsk(fixture);
  const params = {
    session: randomUUID(),
    intent: intentText(ask.intent),
    attachments: {},
    approvals: ask.approvals,
    plan: ask.plan,
    parties: ask.parties,
  };
  fixture.lawful.add(ask.intent.id);
  return sealRequest(
    from,
    place.keys,
    new TextEncoder().encode(JSON.stringify({ id, time, method: 'sign.open', params })),
  );
};
const each = (run: (fixture: Fixture, place: Place) => Promise<string>) => (fixture: Fixture) =>
  Promise.all(fixture.pair.places.map((place) => run(fixture, place)));
channel.play(
  'by another than the server',
  'notAuthenticated',
  each((fixture, place) => raw(place, sealed(fixture, place, newIdentity()).message)),
);
channel.play(
  'sealed for the other signer',
  'notAuthenticated',
  each((fixture, place) => {
    const other = fixture.pair.places.find(({ id }) => id !== place.id) ?? place;
    return raw(place, sealed(fixture, other).message);
  }),
);
channel.play(
  'one byte changed',
  'notAuthenticated',
  each((fixture, place) => {
    const { message } = sealed(fixture, place);
    message[message.length - 1] = (message.at(-1) ?? 0) ^ 1;
    return raw(place, message);
  }),
);
const opened = async (place: Place, made: ReturnType<typeof sealed>): Promise<string> => {
  const response = await fetch(`${place.url}/channel`, { method: 'POST', body: new Uint8Array(made.message) });
  const reply = JSON.parse(new TextDecoder().decode(made.openReply(new Uint8Array(await response.arrayBuffer()))));
  return codeOf(reply as { error?: { code: string } });
};
for (const [title, shift] of [
  ['of two minutes ago', -120_000],
  ['of two minutes hence', 120_000],
] as const)
  channel.play(
    `a request ${title}`,
    'notAuthenticated',
    each((fixture, place) =>
      opened(place, sealed(fixture, place, fixture.pair.server, Date.now() + fixture.pair.now + shift)),
    ),
  );
channel.play(
  'a request recorded and sent again',
  'notAuthenticated',
  each(async (fixture, place) => {
    const id = randomUUID();
    await opened(place, sealed(fixture, place, fixture.pair.server, undefined, id));
    return opened(place, sealed(fixture, place, fixture.pair.server, undefined, id));
  }),
);
/** What a handshake of the server leaves at a signer, for further requests. */
async function session(fixture: Fixture, place: Place): Promise<Transport> {
  const request = { id: randomUUID(), time: Date.now() + fixture.pair.now, method: 'health' };
  const made = sealRequest(fixture.pair.server, place.keys, new TextEncoder().encode(JSON.stringify(request)));
  const headers = { [tagHeader]: made.tag, [keepHeader]: '1' };
  const body = new Uint8Array(made.message);
  const response = await fetch(`${place.url}/channel`, { method: 'POST', headers, body });
  made.openReply(new Uint8Array(await response.arrayBuffer()));
  const left = made.left();
  if (!left) throw new Error('the handshake left nothing');
  return left;
}
/** A payment under a session, and what becomes of it on its way. */
const under =
  (change: (session: Transport) => Transport, sent: (message: Uint8Array) => Uint8Array, times = 1) =>
  async (fixture: Fixture, place: Place): Promise<string> => {
    const seal = createSender(fixture.pair.server, place.keys, change(await session(fixture, place)));
    const ask = payAsk(fixture);
    const { approvals, plan, parties } = ask;
    const params = { session: randomUUID(), intent: intentText(ask.intent), attachments: {}, approvals, plan, parties };
    fixture.lawful.add(ask.intent.id);
    const request = { id: randomUUID(), time: Date.now() + fixture.pair.now, method: 'sign.open', params };
    const { message, tag } = seal(new TextEncoder().encode(JSON.stringify(request)));
    let code = 'answered';
    for (let n = 0; n < times; n++) {
      const body = new Uint8Array(sent(message));
      const response = await fetch(`${place.url}/channel`, { method: 'POST', headers: { [tagHeader]: tag }, body });
      code = response.ok ? 'answered' : ((await response.json()) as { error: { code: string } }).error.code;
    }
    return code;
  };
const same = <T>(value: T): T => value;
const swapped = (one: Transport): Transport => ({ ...one, requests: one.replies, replies: one.requests });
channel.play('under the keys of the answers', 'notAuthenticated', each(under(swapped, same)));
channel.play(
  'under a session that was never made',
  'notAuthenticated',
  each(under((one) => ({ ...one, id: new Uint8Array(16) }), same)),
);
channel.play(
  'one byte changed under a session',
  'notAuthenticated',
  each(under(same, (message) => message.map((byte, at) => (at === message.length - 1 ? byte ^ 1 : byte)))),
);
channel.play(
  'the number of a request changed under a session',
  'notAuthenticated',
  each(under(same, (message) => message.map((byte, at) => (at === 17 ? byte ^ 1 : byte)))),
);
channel.play('a request under a session recorded and sent again', 'notAuthenticated', each(under(same, same, 2)));
for (const method of ['sign.raw', 'keygen.open', 'export', 'unfreeze', 'constructor', '__proto__'])
  channel.play(
    `a method that is none: ${method}`,
    'badRequest',
    each(async (fixture, place) => codeOf(await call(fixture.pair, place, method, {}))),
  );

export const channelAttacks = channel.attacks;
