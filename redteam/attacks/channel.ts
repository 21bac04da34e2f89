import { randomUUID } from 'node:crypto';
import { newIdentity, sealRequest } from '@holdfast/channel';
import { intentText } from '@holdfast/policy';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { call } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { House } from '../house.ts';
import { codeOf, payAsk } from '../requests.ts';

const channel = family('the channel of the server');
channel.control('a request of the server', (house) => payAsk(house));
const raw = async (place: Place, message: Uint8Array): Promise<string> => {
  const response = await fetch(`${place.url}/channel`, { method: 'POST', body: new Uint8Array(message) });
  if (response.ok) return 'answered';
  return ((await response.json()) as { error: { code: string } }).error.code;
};
const sealed = (
  house: House,
  place: Place,
  from = house.pair.server,
  time = Date.now() + house.pair.now,
  id = randomUUID(),
) => {
  const ask = payAsk(house);
  const params = {
    session: randomUUID(),
    intent: intentText(ask.intent),
    attachments: {},
    approvals: ask.approvals,
    plan: ask.plan,
    parties: ask.parties,
  };
  house.lawful.add(ask.intent.id);
  return sealRequest(
    from,
    place.keys,
    new TextEncoder().encode(JSON.stringify({ id, time, method: 'sign.open', params })),
  );
};
const each = (run: (house: House, place: Place) => Promise<string>) => (house: House) =>
  Promise.all(house.pair.places.map((place) => run(house, place)));
channel.play(
  'by another than the server',
  'notAuthenticated',
  each((house, place) => raw(place, sealed(house, place, newIdentity()).message)),
);
channel.play(
  'sealed for the other signer',
  'notAuthenticated',
  each((house, place) => {
    const other = house.pair.places.find(({ id }) => id !== place.id) ?? place;
    return raw(place, sealed(house, other).message);
  }),
);
channel.play(
  'one byte changed',
  'notAuthenticated',
  each((house, place) => {
    const { message } = sealed(house, place);
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
    each((house, place) => opened(place, sealed(house, place, house.pair.server, Date.now() + house.pair.now + shift))),
  );
channel.play(
  'a request recorded and sent again',
  'notAuthenticated',
  each(async (house, place) => {
    const id = randomUUID();
    await opened(place, sealed(house, place, house.pair.server, undefined, id));
    return opened(place, sealed(house, place, house.pair.server, undefined, id));
  }),
);
for (const method of ['sign.raw', 'keygen.open', 'export', 'unfreeze', 'constructor', '__proto__'])
  channel.play(
    `a method that is none: ${method}`,
    'badRequest',
    each(async (house, place) => codeOf(await call(house.pair, place, method, {}))),
  );

export const channelAttacks = channel.attacks;
