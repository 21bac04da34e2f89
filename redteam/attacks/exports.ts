import { randomUUID } from 'node:crypto';
import { type Approval, intentDigestHex } from '@holdfast/policy';
import { ask as askPage, call, decide } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { House } from '../house.ts';
import { codeOf, nextPolicy, now, payAsk, policyAsk, send } from '../requests.ts';
import {
  clear,
  dayMs,
  grant,
  granted,
  noNonce,
  placesOf,
  recipient,
  refuseAt,
  take,
  takeWith,
  thief,
  type Wanted,
  wait,
  want,
  word,
} from '../share-request.ts';

const keys = family('a signer’s share, asked for');
keys.play(
  'agreed, waited for, taken',
  'taken',
  async (house) => {
    const wanted = await granted(house);
    wait(house, dayMs + 1_000);
    return take(house, wanted);
  },
  { control: true, alone: true },
);

const refused = (title: string, expect: string | readonly string[], make: (house: House) => Wanted): void =>
  keys.play(title, expect, (house) => grant(house, make(house)));
refused('another recipient in the document', 'bodyMismatch', (house) => ({
  ...want(house),
  request: want(house, { recipient: thief }).request,
}));
refused('another recipient, the old approvals', ['initiatorMissing', 'approvalInvalid'], (house) => ({
  ...want(house, { recipient: thief }),
  approvals: want(house).approvals,
}));
refused('a recipient that cannot be one', ['badExport', 'badIntent', 'bodyMismatch'], (house) =>
  want(house, { recipient: `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}` }),
);
refused('the share of a signer that is none', 'badExport', (house) => want(house, { signer: '7' }));
refused('a key group that is none', 'unknownKey', (house) => want(house, { keyGroup: 'cd'.repeat(16) }));
refused('another generation of the key', 'unknownKey', (house) => want(house, { epoch: '9' }));
refused('another installation’s', ['otherDeployment', 'bodyMismatch', 'badExport'], (house) =>
  want(house, { deployment: '99'.repeat(32) }),
);
refused('rules of another version', 'policyStale', (house) =>
  want(house, {}, { policy: { ...want(house).intent.policy, version: '2' } }),
);
refused('Olga’s word alone', 'approvalsMissing', (house) => {
  const wanted = want(house);
  return { ...wanted, approvals: wanted.approvals.slice(0, 1) };
});
refused('nobody’s word', 'initiatorMissing', (house) => ({ ...want(house), approvals: [] }));
refused('the approvals told to be of it', ['approvalInvalid', 'initiatorMissing'], (house) => {
  const wanted = want(house, { recipient: thief });
  const digest = intentDigestHex(wanted.intent);
  return { ...wanted, approvals: want(house).approvals.map((one) => ({ ...one, intent: digest })) };
});
refused('with a refusal among them', 'refusedByMember', (house) => {
  const wanted = want(house);
  return { ...wanted, approvals: [...wanted.approvals.slice(0, 2), decide(wanted.intent, house.crew.anna, 'refuse')] };
});
refused('the approvals of a payment', ['approvalInvalid', 'initiatorMissing'], (house) => ({
  ...want(house),
  approvals: payAsk(house).approvals as readonly Approval[],
}));
refused('run out', 'expired', (house) => want(house, {}, { created: '1', notBefore: '1', expires: '2' }));

keys.play('as a payment', ['unknownKey', 'kindNotAllowed'], (house) => {
  const { intent, approvals } = want(house);
  return send(house, { ...payAsk(house), intent, approvals });
});
keys.play('as a change of the rules', ['badIntent', 'kindNotAllowed', 'badRequest', 'bodyMismatch'], (house) => {
  const { intent, approvals, request } = want(house);
  return send(house, { kind: 'policy', intent, approvals, attached: request });
});
keys.play('where members cannot look at it', 'notFound', async (house) => {
  const { text, request, approvals } = want(house);
  return Promise.all(
    house.pair.places.map(async (place) =>
      codeOf(await call(house.pair, place, 'export.grant', { intent: text, request, approvals })),
    ),
  );
});
for (const [title, attachments] of [
  ['another recipient', (house: House) => ({ export: want(house, { recipient: thief }).request })],
  ['nothing', () => ({})],
  ['a second document beside it', (house: House) => ({ export: want(house).request, document: '{}' })],
] as const)
  keys.play(`where members are shown ${title}`, ['bodyMismatch', 'notFound'], async (house) => {
    const { text, request, approvals } = want(house);
    const codes = house.pair.places.map(async (place) => [
      codeOf(await call(house.pair, place, 'announce', { intent: text, attachments: attachments(house) })),
      codeOf(await call(house.pair, place, 'export.grant', { intent: text, request, approvals })),
    ]);
    return (await Promise.all(codes)).flat();
  });
keys.play('a grant that never was', 'notFound', async (house) =>
  take(house, { ...want(house), intent: { ...want(house).intent, id: randomUUID() } }),
);

const alone = (
  title: string,
  expect: string | readonly string[],
  run: (house: House) => Promise<readonly string[]>,
): void => keys.play(title, expect, run, { alone: true });
alone('at once', 'exportWaits', async (house) => take(house, await granted(house)));
alone('a minute early', 'exportWaits', async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs - 60_000);
  return take(house, wanted);
});
alone('granted again to begin earlier', 'exportWaits', async (house) => {
  const wanted = await granted(house);
  await grant(house, wanted);
  return take(house, wanted);
});
alone(
  'by a clock that was put ahead at one signer’s grant and back again',
  ['clockBehind', 'exportWaits', 'notYetValid'],
  async (house) => {
    const wanted = await granted(house);
    wait(house, dayMs / 2);
    await send(house, payAsk(house));
    wait(house, -dayMs);
    return take(house, wanted);
  },
);
for (const n of [0, 1])
  alone(
    `after Anna’s refusal at signer ${n + 1} while it waited`,
    ['refusedByMember', 'exportNotCleared'],
    async (house) => {
      const wanted = await granted(house);
      wait(house, dayMs / 2);
      const place = house.pair.places[n];
      if (place) await refuseAt(house, place, wanted);
      wait(house, dayMs);
      return take(house, wanted);
    },
  );
for (const n of [0, 1])
  alone(
    `after a refusal at signer ${n + 1}, when the request had run out and its approvals were made elsewhere`,
    ['refusedByMember', 'exportNotCleared'],
    async (house) => {
      const wanted = await granted(house, want(house, {}, { expires: String(now(house) + 600_000) }));
      wait(house, dayMs / 2);
      const place = placesOf(house)[n === 0 ? 0 : 1];
      const { body } = await askPage(place, 'GET', `/api/intents/${wanted.intent.id}`);
      const shown = body as { grant?: { pending: boolean }; evaluation?: { state: string } };
      if (!shown.grant?.pending || shown.evaluation?.state !== 'satisfied') return ['not shown as it stands'];
      await refuseAt(house, place, wanted);
      wait(house, dayMs);
      return take(house, wanted);
    },
  );
alone('both shares to one recipient, side by side', 'wholeKey', async (house) => {
  await granted(house);
  return grant(house, want(house, { signer: '2' }));
});
alone('the other share after the first has left', 'wholeKey', async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs + 1_000);
  await take(house, wanted);
  wait(house, 10 * dayMs);
  return grant(house, want(house, { signer: '2' }));
});
alone('after the rules have changed', ['policyStale', 'exportNotCleared'], async (house) => {
  const wanted = await granted(house);
  await send(house, policyAsk(house, nextPolicy(house, { senior: [] })));
  wait(house, dayMs + 1_000);
  return take(house, wanted);
});
for (const [title, turn] of [
  ['without the other signer’s word', () => undefined],
  ['with a word for another hand-over', (word: unknown) => ({ ...(word as object), nonce: noNonce })],
  ['with the other signer’s word in its own name', (word: unknown) => ({ ...(word as object), signer: '1' })],
] as const)
  alone(title, ['exportNotCleared', 'badRequest'], async (house) => {
    const wanted = await granted(house);
    wait(house, dayMs + 1_000);
    return take(house, wanted, turn);
  });
alone('with the other signer’s word for another request', 'exportNotCleared', async (house) => {
  const [wanted, other] = [await granted(house), await granted(house, want(house, { recipient: thief }))];
  wait(house, dayMs + 1_000);
  const told = await word(house, other);
  return take(house, wanted, () => told);
});
alone('with a word of the other signer that is minutes old', 'exportNotCleared', async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs + 1_000);
  const told = await word(house, wanted);
  wait(house, 600_000);
  return takeWith(house, placesOf(house)[0], wanted, told);
});
alone('with a word that was used before', 'exportNotCleared', async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs + 1_000);
  const [one] = placesOf(house);
  const told = await word(house, wanted);
  house.lawful.add(wanted.intent.id);
  await takeWith(house, one, wanted, told);
  return takeWith(house, one, wanted, told);
});
alone('with a word from before Anna refused there', 'exportNotCleared', async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs + 1_000);
  const [one, two] = placesOf(house);
  const told = await word(house, wanted);
  await refuseAt(house, two, wanted);
  wait(house, 16_000);
  const late = await takeWith(house, one, wanted, told);
  await call(house.pair, one, 'export.open', { id: wanted.intent.id });
  return [...late, ...(await takeWith(house, one, wanted, told))];
});
alone('with a word its asker signed itself, in the other’s name', 'exportNotCleared', async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs + 1_000);
  const told = await word(house, wanted, placesOf(house)[0]);
  return takeWith(house, placesOf(house)[0], wanted, { ...told, signer: '2' });
});
alone('from the signer that was not asked', ['badExport'], async (house) => {
  const wanted = await granted(house);
  wait(house, dayMs + 1_000);
  const [one, two] = placesOf(house);
  const opened = await call(house.pair, two, 'export.open', { id: wanted.intent.id });
  const told = await clear(house, one, wanted, noNonce);
  return [opened.error?.code ?? 'opened', ...(await takeWith(house, two, wanted, told))];
});
alone('long after it could have been taken', 'exportEnded', async (house) => {
  const wanted = await granted(house);
  wait(house, 30 * dayMs);
  return take(house, wanted);
});

export const exportAttacks = keys.attacks;
