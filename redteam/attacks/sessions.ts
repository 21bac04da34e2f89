import { randomUUID } from 'node:crypto';
import { newIdentity } from '@holdfast/channel';
import { evmPlan, type Mail, must } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { freezeAll, hellosOf, type Relay, signed, signing, step } from '../relay.ts';
import { type Ask, approvedBy, codeOf, deliver, keygenAsk, nextPolicy, payAsk, policyAsk, send } from '../requests.ts';

/** One of the two may still wait for the other; neither may have signed. */
const ends = ['sessionFailed', 'open'];

const rounds = family('a session under way');
rounds.play('relayed as it should be', 'signed', signed(), { control: true });
rounds.play(
  'another nonce for the second signer',
  'peerDisagrees',
  signed({ second: (ask) => ({ ...ask, plan: evmPlan(900_000) }) }),
);
rounds.play(
  'another fee for the second signer',
  'peerDisagrees',
  signed({
    second: (ask) => ({ ...ask, plan: { ...(ask.plan as object), maxFeePerGas: '2000000001' } }),
  }),
);
rounds.play('one hello left out', 'sessionFailed', signed({ hellos: (all) => all.slice(0, 1) }));
rounds.play('one hello twice', 'sessionFailed', signed({ hellos: ([one]) => (one ? [one, one] : []) }));
rounds.play(
  'a nonce of a hello changed',
  'peerDisagrees',
  signed({ hellos: (all) => all.map((one) => ({ ...one, nonce: '12'.repeat(32) })) }),
);
rounds.play(
  'an ephemeral key of the server’s own',
  'peerDisagrees',
  signed({
    hellos: (all) =>
      all.map((one) => ({
        ...one,
        ephemeral: newIdentity().dh.public.reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), ''),
      })),
  }),
);
rounds.play('hellos of another session', 'peerDisagrees', async (fixture) => {
  const other = await hellosOf(fixture, await admitted(fixture));
  return signing(fixture, { hellos: () => other });
});
const admitted = async (fixture: Fixture): Promise<Ask> => {
  const ask = { ...payAsk(fixture), session: randomUUID() };
  fixture.lawful.add(ask.intent.id);
  return ask;
};
const flip = (box: string): string => (box.endsWith('0') ? `${box.slice(0, -1)}1` : `${box.slice(0, -1)}0`);
for (const round of [1, 2]) {
  const only = (change: (mail: Mail[]) => Mail[]): Relay => ({
    mail: (mail, at) => (at === round ? change(mail) : mail),
  });
  rounds.play(
    `a box changed in round ${round}`,
    ends,
    signed(only((mail) => mail.map((one) => ({ ...one, box: flip(one.box) })))),
  );
  rounds.play(
    `boxes exchanged in round ${round}`,
    ends,
    signed(only((mail) => mail.map((one, i) => ({ ...one, box: mail[1 - i]?.box ?? '' })))),
  );
  rounds.play(`nothing delivered in round ${round}`, ends, signed(only(() => [])));
  rounds.play(`a box twice in round ${round}`, ends, signed(only((mail) => [...mail, ...mail])));
}
rounds.play('boxes of another session', ends, async (fixture) => {
  const taken = new Map<number, Mail[]>();
  await signing(fixture, {
    mail: (mail, at) => {
      taken.set(at, mail);
      return mail;
    },
  });
  return signing(fixture, { mail: (mail, at) => taken.get(at) ?? mail });
});
/** A coordinator that lost an answer asks again and gets the same one: nothing is computed twice. */
rounds.play(
  'the boxes of the first round once more',
  'signed',
  async (fixture) => {
    let first: Mail[] = [];
    return signing(fixture, {
      mail: (mail, at) => {
        if (at === 1) first = mail;
        return at === 2 ? first : mail;
      },
    });
  },
  { control: true },
);
for (const round of [0, 1, 2])
  rounds.play(
    `frozen before round ${round}`,
    'frozen',
    signed({ before: async (at, fixture) => (at === round ? freezeAll(fixture) : undefined) }),
    { alone: true },
  );
for (const round of [0, 1, 2])
  rounds.play(
    `another policy before round ${round}`,
    'policyStale',
    signed({
      before: async (at, fixture) =>
        at === round ? send(fixture, policyAsk(fixture, nextPolicy(fixture, { senior: [] }))) : undefined,
    }),
    { alone: true },
  );
rounds.play(
  'another policy at one signer only',
  ['policyStale', 'admitted'],
  async (fixture) => {
    const [first] = fixture.pair.places;
    if (first) await must(deliver(fixture, first, policyAsk(fixture, nextPolicy(fixture, { senior: [] }))) as never);
    const ask = payAsk(fixture);
    fixture.lawful.add(ask.intent.id);
    const codes = await send(fixture, ask);
    return codes[0] === 'policyStale' ? codes : ['admitted by both'];
  },
  { alone: true },
);
rounds.play(
  'frozen before it is opened',
  'frozen',
  async (fixture) => {
    await freezeAll(fixture);
    return send(fixture, payAsk(fixture));
  },
  { alone: true },
);
rounds.play(
  'a key ceremony while frozen',
  'frozen',
  async (fixture) => {
    await freezeAll(fixture);

    return send(fixture, keygenAsk(fixture));
  },
  { alone: true },
);
rounds.play(
  'a key group in quarantine',
  'quarantined',
  async (fixture) => {
    for (const { signer } of fixture.pair.places)
      await signer?.ctx.store.append({ type: 'quarantined', keyGroup: fixture.group.id, reason: 'a cheat was seen' });
    return send(fixture, payAsk(fixture));
  },
  { alone: true },
);
rounds.play(
  'a freeze is not lifted by a policy change that does not say so',
  'frozen',
  async (fixture) => {
    await freezeAll(fixture);
    await send(fixture, policyAsk(fixture, nextPolicy(fixture, { senior: [] })));
    return send(fixture, payAsk({ ...fixture, policy: nextPolicy(fixture, { senior: [] }) }));
  },
  { alone: true },
);
for (const [title, who] of [
  ['nobody', []],
  ['a member whom the flow for keys does not name', ['anna']],
] as const)
  rounds.play(
    `unfreezing approved by ${title}`,
    'approvalsMissing',
    async (fixture) => {
      await freezeAll(fixture);
      const { olga, anna } = fixture.crew;
      const ask = policyAsk(fixture, nextPolicy(fixture), { request: 'unfreeze' });
      return send(fixture, { ...ask, approvals: approvedBy(ask.intent, olga, ...(who.length > 0 ? [anna] : [])) });
    },
    { alone: true },
  );
rounds.play(
  'unfreezing by the flow for keys',
  'admitted',
  async (fixture) => {
    await freezeAll(fixture);
    const ask = policyAsk(fixture, nextPolicy(fixture), { request: 'unfreeze' });
    const codes = await send(fixture, ask);
    const later = payAsk({ ...fixture, policy: nextPolicy(fixture) });
    return [...codes, ...(await send(fixture, later))];
  },
  { alone: true, control: true },
);
rounds.play('the session’s id for another payment', 'sessionFailed', async (fixture) => {
  const first = await admit(fixture, { ...payAsk(fixture), session: randomUUID() });
  return send(fixture, { ...payAsk(fixture), ...(first.session ? { session: first.session } : {}) });
});
rounds.play('a session that never was', 'unknownSession', (fixture) =>
  Promise.all(
    fixture.pair.places.map(async (place) => codeOf(await step(fixture, place, randomUUID(), { inbound: [] }))),
  ),
);
rounds.play(
  'a session after the restart of a signer',
  'unknownSession',
  async (fixture) => {
    const ask = await admit(fixture, { ...payAsk(fixture), session: randomUUID() });
    await halt(fixture.pair.places);
    for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start });
    return Promise.all(
      fixture.pair.places.map(async (place) => codeOf(await step(fixture, place, ask.session ?? '', { inbound: [] }))),
    );
  },
  { alone: true },
);

export const sessionAttacks = rounds.attacks;
