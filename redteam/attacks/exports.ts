import { randomUUID } from 'node:crypto';
import { type Approval, intentDigestHex } from '@holdfast/policy';
import { ask as askPage, call, decide } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
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
  async (fixture) => {
    const wanted = await granted(fixture);
    wait(fixture, dayMs + 1_000);
    return take(fixture, wanted);
  },
  { control: true, alone: true },
);

const refused = (title: string, expect: string | readonly string[], make: (fixture: Fixture) => Wanted): void =>
  keys.play(title, expect, (fixture) => grant(fixture, make(fixture)));
refused('another recipient in the document', 'bodyMismatch', (fixture) => ({
  ...want(fixture),
  request: want(fixture, { recipient: thief }).request,
}));
refused('another recipient, the old approvals', ['initiatorMissing', 'approvalInvalid'], (fixture) => ({
  ...want(fixture, { recipient: thief }),
  approvals: want(fixture).approvals,
}));
refused('a recipient that cannot be one', ['badExport', 'badIntent', 'bodyMismatch'], (fixture) =>
  want(fixture, { recipient: `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}` }),
);
refused('the share of a signer that is none', 'badExport', (fixture) => want(fixture, { signer: '7' }));
refused('a key group that is none', 'unknownKey', (fixture) => want(fixture, { keyGroup: 'cd'.repeat(16) }));
refused('another generation of the key', 'unknownKey', (fixture) => want(fixture, { epoch: '9' }));
refused('another installation’s', ['otherDeployment', 'bodyMismatch', 'badExport'], (fixture) =>
  want(fixture, { deployment: '99'.repeat(32) }),
);
refused('rules of another version', 'policyStale', (fixture) =>
  want(fixture, {}, { policy: { ...want(fixture).intent.policy, version: '2' } }),
);
refused('Olga’s word alone', 'approvalsMissing', (fixture) => {
  const wanted = want(fixture);
  return { ...wanted, approvals: wanted.approvals.slice(0, 1) };
});
refused('nobody’s word', 'initiatorMissing', (fixture) => ({ ...want(fixture), approvals: [] }));
refused('the approvals told to be of it', ['approvalInvalid', 'initiatorMissing'], (fixture) => {
  const wanted = want(fixture, { recipient: thief });
  const digest = intentDigestHex(wanted.intent);
  return { ...wanted, approvals: want(fixture).approvals.map((one) => ({ ...one, intent: digest })) };
});
refused('with a refusal among them', 'refusedByMember', (fixture) => {
  const wanted = want(fixture);
  return {
    ...wanted,
    approvals: [...wanted.approvals.slice(0, 2), decide(wanted.intent, fixture.crew.anna, 'refuse')],
  };
});
refused('the approvals of a payment', ['approvalInvalid', 'initiatorMissing'], (fixture) => ({
  ...want(fixture),
  approvals: payAsk(fixture).approvals as readonly Approval[],
}));
refused('run out', 'expired', (fixture) => want(fixture, {}, { created: '1', notBefore: '1', expires: '2' }));

keys.play('as a payment', ['unknownKey', 'kindNotAllowed'], (fixture) => {
  const { intent, approvals } = want(fixture);
  return send(fixture, { ...payAsk(fixture), intent, approvals });
});
keys.play('as a change of the rules', ['badIntent', 'kindNotAllowed', 'badRequest', 'bodyMismatch'], (fixture) => {
  const { intent, approvals, request } = want(fixture);
  return send(fixture, { kind: 'policy', intent, approvals, attached: request });
});
keys.play('where members cannot look at it', 'notFound', async (fixture) => {
  const { text, request, approvals } = want(fixture);
  return Promise.all(
    fixture.pair.places.map(async (place) =>
      codeOf(await call(fixture.pair, place, 'export.grant', { intent: text, request, approvals })),
    ),
  );
});
for (const [title, attachments] of [
  ['another recipient', (fixture: Fixture) => ({ export: want(fixture, { recipient: thief }).request })],
  ['nothing', () => ({})],
  ['a second document beside it', (fixture: Fixture) => ({ export: want(fixture).request, document: '{}' })],
] as const)
  keys.play(`where members are shown ${title}`, ['bodyMismatch', 'notFound'], async (fixture) => {
    const { text, request, approvals } = want(fixture);
    const codes = fixture.pair.places.map(async (place) => [
      codeOf(await call(fixture.pair, place, 'announce', { intent: text, attachments: attachments(fixture) })),
      codeOf(await call(fixture.pair, place, 'export.grant', { intent: text, request, approvals })),
    ]);
    return (await Promise.all(codes)).flat();
  });
keys.play('a grant that never was', 'notFound', async (fixture) =>
  take(fixture, { ...want(fixture), intent: { ...want(fixture).intent, id: randomUUID() } }),
);

const alone = (
  title: string,
  expect: string | readonly string[],
  run: (fixture: Fixture) => Promise<readonly string[]>,
): void => keys.play(title, expect, run, { alone: true });
alone('at once', 'exportWaits', async (fixture) => take(fixture, await granted(fixture)));
alone('a minute early', 'exportWaits', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs - 60_000);
  return take(fixture, wanted);
});
alone('granted again to begin earlier', 'exportWaits', async (fixture) => {
  const wanted = await granted(fixture);
  await grant(fixture, wanted);
  return take(fixture, wanted);
});
alone(
  'by a clock that was put ahead at one signer’s grant and back again',
  ['clockBehind', 'exportWaits', 'notYetValid'],
  async (fixture) => {
    const wanted = await granted(fixture);
    wait(fixture, dayMs / 2);
    await send(fixture, payAsk(fixture));
    wait(fixture, -dayMs);
    return take(fixture, wanted);
  },
);
for (const n of [0, 1])
  alone(
    `after Anna’s refusal at signer ${n + 1} while it waited`,
    ['refusedByMember', 'exportNotCleared'],
    async (fixture) => {
      const wanted = await granted(fixture);
      wait(fixture, dayMs / 2);
      const place = fixture.pair.places[n];
      if (place) await refuseAt(fixture, place, wanted);
      wait(fixture, dayMs);
      return take(fixture, wanted);
    },
  );
for (const n of [0, 1])
  alone(
    `after a refusal at signer ${n + 1}, when the request had run out and its approvals were made elsewhere`,
    ['refusedByMember', 'exportNotCleared'],
    async (fixture) => {
      const wanted = await granted(fixture, want(fixture, {}, { expires: String(now(fixture) + 600_000) }));
      wait(fixture, dayMs / 2);
      const place = placesOf(fixture)[n === 0 ? 0 : 1];
      const { body } = await askPage(place, 'GET', `/api/intents/${wanted.intent.id}`);
      const shown = body as { grant?: { pending: boolean }; evaluation?: { state: string } };
      if (!shown.grant?.pending || shown.evaluation?.state !== 'satisfied') return ['not shown as it stands'];
      await refuseAt(fixture, place, wanted);
      wait(fixture, dayMs);
      return take(fixture, wanted);
    },
  );
alone('both shares to one recipient, side by side', 'wholeKey', async (fixture) => {
  await granted(fixture);
  return grant(fixture, want(fixture, { signer: '2' }));
});
alone('the other share after the first has left', 'wholeKey', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs + 1_000);
  await take(fixture, wanted);
  wait(fixture, 10 * dayMs);
  return grant(fixture, want(fixture, { signer: '2' }));
});
alone('after the rules have changed', ['policyStale', 'exportNotCleared'], async (fixture) => {
  const wanted = await granted(fixture);
  await send(fixture, policyAsk(fixture, nextPolicy(fixture, { senior: [] })));
  wait(fixture, dayMs + 1_000);
  return take(fixture, wanted);
});
for (const [title, turn] of [
  ['without the other signer’s word', () => undefined],
  ['with a word for another hand-over', (word: unknown) => ({ ...(word as object), nonce: noNonce })],
  ['with the other signer’s word in its own name', (word: unknown) => ({ ...(word as object), signer: '1' })],
] as const)
  alone(title, ['exportNotCleared', 'badRequest'], async (fixture) => {
    const wanted = await granted(fixture);
    wait(fixture, dayMs + 1_000);
    return take(fixture, wanted, turn);
  });
alone('with the other signer’s word for another request', 'exportNotCleared', async (fixture) => {
  const [wanted, other] = [await granted(fixture), await granted(fixture, want(fixture, { recipient: thief }))];
  wait(fixture, dayMs + 1_000);
  const told = await word(fixture, other);
  return take(fixture, wanted, () => told);
});
alone('with a word of the other signer that is minutes old', 'exportNotCleared', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs + 1_000);
  const told = await word(fixture, wanted);
  wait(fixture, 600_000);
  return takeWith(fixture, placesOf(fixture)[0], wanted, told);
});
alone('with a word that was used before', 'exportNotCleared', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs + 1_000);
  const [one] = placesOf(fixture);
  const told = await word(fixture, wanted);
  fixture.lawful.add(wanted.intent.id);
  await takeWith(fixture, one, wanted, told);
  return takeWith(fixture, one, wanted, told);
});
alone('with a word from before Anna refused there', 'exportNotCleared', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs + 1_000);
  const [one, two] = placesOf(fixture);
  const told = await word(fixture, wanted);
  await refuseAt(fixture, two, wanted);
  wait(fixture, 16_000);
  const late = await takeWith(fixture, one, wanted, told);
  await call(fixture.pair, one, 'export.open', { id: wanted.intent.id });
  return [...late, ...(await takeWith(fixture, one, wanted, told))];
});
alone('with a word its asker signed itself, in the other’s name', 'exportNotCleared', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs + 1_000);
  const told = await word(fixture, wanted, placesOf(fixture)[0]);
  return takeWith(fixture, placesOf(fixture)[0], wanted, { ...told, signer: '2' });
});
alone('from the signer that was not asked', ['badExport'], async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, dayMs + 1_000);
  const [one, two] = placesOf(fixture);
  const opened = await call(fixture.pair, two, 'export.open', { id: wanted.intent.id });
  const told = await clear(fixture, one, wanted, noNonce);
  return [opened.error?.code ?? 'opened', ...(await takeWith(fixture, two, wanted, told))];
});
alone('long after it could have been taken', 'exportEnded', async (fixture) => {
  const wanted = await granted(fixture);
  wait(fixture, 30 * dayMs);
  return take(fixture, wanted);
});

export const exportAttacks = keys.attacks;
