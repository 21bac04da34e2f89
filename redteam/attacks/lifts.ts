import type { Freeze } from '@holdfast/policy';
import { decide } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signed } from '../relay.ts';
import {
  type Ask,
  announce,
  approvedBy,
  bookAsk,
  codeOf,
  deliver,
  keygenAsk,
  nextPolicy,
  now,
  payAsk,
  policyAsk,
  send,
} from '../requests.ts';
import { by, lifted, lifting, orderBoth, pages, restart, say, stopped } from './freezes.ts';

/** A server that would have the signers go on, or pay, while a member's order stands. */

const still = async (fixture: Fixture): Promise<string[]> =>
  (await pages(fixture)).map(({ frozen }) => (frozen ? 'still frozen' : 'lifted'));

const lifts = family('a member’s freeze, lifted by the server');
lifts.play(
  'lifted by the quorum, which was asked after it',
  'lifted',
  async (fixture) => {
    await stopped(fixture);
    return still(await lifted(fixture));
  },
  { control: true, alone: true },
);
/** Both signers refuse it, and stand still. */
const kept = (title: string, code: string, make: (fixture: Fixture) => Ask): void =>
  lifts.play(
    title,
    code,
    async (fixture) => {
      await stopped(fixture);
      const codes = await send(fixture, make(fixture));
      return (await still(fixture)).every((one) => one === 'still frozen') ? codes : ['lifted'];
    },
    { alone: true },
  );
const unfreeze = (fixture: Fixture): Ask => lifting(fixture).request;
kept('on nobody’s word', 'initiatorMissing', (fixture) => ({ ...unfreeze(fixture), approvals: [] }));
kept('on the word of who asks', 'approvalsMissing', (fixture) => {
  const ask = unfreeze(fixture);
  return { ...ask, approvals: approvedBy(ask.intent, fixture.crew.olga) };
});
kept('on the word of one whom the flow for keys does not name', 'approvalsMissing', (fixture) => {
  const ask = unfreeze(fixture);
  return { ...ask, approvals: approvedBy(ask.intent, fixture.crew.olga, fixture.crew.anna) };
});
kept('against a refusal', 'refusedByMember', (fixture) => {
  const ask = unfreeze(fixture);
  return { ...ask, approvals: [...ask.approvals.slice(0, 1), decide(ask.intent, fixture.crew.adam, 'refuse')] };
});
kept('with approvals of a change that lifts nothing', 'initiatorMissing', (fixture) => ({
  ...unfreeze(fixture),
  approvals: policyAsk(fixture, nextPolicy(fixture)).approvals,
}));
kept('asked in the name of Omar, who stopped them', 'initiatorMissing', (fixture) => {
  const ask = lifting(fixture, { initiator: 'omar' }).request;
  return { ...ask, approvals: approvedBy(ask.intent, fixture.crew.omar, fixture.crew.adam) };
});
kept('together with stricter rules, which one may set alone', 'approvalsMissing', (fixture) => {
  const [first] = fixture.policy.senior;
  const stop = first ? [{ ...first, id: 'stop', action: 'refuse' as const }] : [];
  const next = nextPolicy(fixture, { senior: [...fixture.policy.senior, ...stop] });
  const ask = policyAsk(fixture, next, { request: 'unfreeze', initiator: 'adam' });
  return { ...ask, approvals: [decide(ask.intent, fixture.crew.adam, 'initiate')] };
});
kept('asked for tomorrow', 'notYetValid', (fixture) => {
  const created = String(now(fixture) + 86_400_000);
  return lifting(fixture, { created, expires: String(Number(created) + 86_400_000) }).request;
});
/** Something lawful happens, which is no lifting of this freeze. */
const stands = (title: string, run: (fixture: Fixture) => Promise<Fixture>): void =>
  lifts.play(title, 'still frozen', async (fixture) => still(await run(fixture)), { alone: true });
for (const request of ['', 'Unfreeze', 'unfreeze ', 'freeze'])
  stands(`by rules whose request is “${request}”`, async (fixture) => {
    await stopped(fixture);
    const next = nextPolicy(fixture);
    await send(fixture, policyAsk(fixture, next, { request }));
    return fixture;
  });
stands('by a change of the address book that is named so', async (fixture) => {
  await stopped(fixture);
  await send(fixture, bookAsk(fixture, {}, { request: 'unfreeze' }));
  return fixture;
});
/** Some time passes, so that what is asked and what is ordered are not of one moment. */
const minute = (fixture: Fixture): void => {
  fixture.pair.now += 60_000;
};
stands('by a lifting that the members agreed to when nothing was frozen, kept back', async (fixture) => {
  const early = unfreeze(fixture);
  minute(fixture);
  await stopped(fixture);
  await send(fixture, early);
  return fixture;
});
stands('by a lifting of what the server had said, kept back', async (fixture) => {
  await say(fixture, 'anna');
  minute(fixture);
  const early = unfreeze(fixture);
  minute(fixture);
  await stopped(fixture);
  await send(fixture, early);
  return fixture;
});
stands('by the lifting of an earlier freeze, sent again', async (fixture) => {
  await stopped(fixture);
  minute(fixture);
  const { request, after } = lifting(fixture);
  await send(fixture, request);
  minute(fixture);
  await stopped(after);
  await send(after, request);
  await restart(after);
  await send(after, request);
  return after;
});
/** What a member orders after the others were asked to let the signers go on, though a freeze stands already. */
const second: readonly (readonly [string, (fixture: Fixture, earlier: string) => Freeze])[] = [
  ['another member', (fixture, time) => by('adam', { time })(fixture)],
  [
    'another member at the very time of the first',
    (fixture, time) => by('adam', { time: String(Number(time) + 1) })(fixture),
  ],
  ['the same member in other words', (fixture, time) => by('omar', { time, reason: 'once more' })(fixture)],
  ['the same member, later', (fixture) => by()(fixture)],
];
for (const [who, order] of second)
  for (const announced of [false, true])
    stands(
      `by a lifting that was asked for before a second order, of ${who}${announced ? ', dated a minute ahead' : ''}`,
      async (fixture) => {
        const first = await stopped(fixture);
        minute(fixture);
        const created = String(now(fixture) + (announced ? 55_000 : 0));
        const early = lifting(fixture, { created }).request;
        if (announced) await announce(fixture, early);
        fixture.pair.now += 2_000;
        await stopped(fixture, (at) => order(at, String(Number(first.time) - 1)));
        await send(fixture, early);
        return fixture;
      },
    );
lifts.play(
  'by one that was asked for before the first order was sent again: that adds nothing, and it is lifted',
  'lifted',
  async (fixture) => {
    const first = await stopped(fixture);
    minute(fixture);
    const { request } = lifting(fixture);
    minute(fixture);
    await orderBoth(fixture, first);
    await send(fixture, request);
    return still(fixture);
  },
  { control: true, alone: true },
);
lifts.play(
  'by the lifting of an earlier freeze, after other rules',
  'policyStale',
  async (fixture) => {
    await stopped(fixture);
    const { request, after } = lifting(fixture);
    await send(fixture, request);
    const last = { ...after, policy: nextPolicy(after, { senior: [] }) };
    await send(after, policyAsk(after, last.policy));
    await stopped(last);
    const codes = await send(last, request);
    return (await still(last)).every((one) => one === 'still frozen') ? codes : ['lifted'];
  },
  { alone: true },
);

const paid = family('a payment while a member’s freeze stands');
paid.control('the same, with nothing frozen', (fixture) => payAsk(fixture));
const whileFrozen = (title: string, make: (fixture: Fixture) => Ask): void =>
  paid.play(
    title,
    'frozen',
    async (fixture) => {
      const ask = make(fixture);
      await stopped(fixture);
      return send(fixture, ask);
    },
    { alone: true },
  );
whileFrozen('approved by all before it', (fixture) => payAsk(fixture));
whileFrozen('in USDC, approved by all before it', (fixture) => payAsk(fixture, 'usdc'));
whileFrozen('in bitcoin, approved by all before it', (fixture) => payAsk(fixture, 'bitcoin'));
whileFrozen('new keys, approved by all before it', (fixture) => keygenAsk(fixture));
for (const [at, title] of ['before it begins', 'after its first round', 'after its second round'].entries())
  paid.play(
    `a session opened before it, stopped ${title}`,
    'frozen',
    signed({ before: async (round, fixture) => (round === at ? stopped(fixture) : undefined) }),
    { alone: true },
  );
paid.play(
  'a session opened before it, with one signer stopped only',
  ['frozen', 'open', 'sessionFailed'],
  signed({
    before: async (round, fixture) => {
      const [first] = fixture.pair.places;
      if (round === 0 && first) await stopped({ ...fixture, pair: { ...fixture.pair, places: [first] } });
    },
  }),
  { alone: true },
);
paid.play(
  'a session opened before it and continued after the lifting',
  'policyStale',
  signed({
    before: async (round, fixture) => {
      if (round !== 1) return;
      await stopped(fixture);
      await lifted(fixture);
    },
  }),
  { alone: true },
);
paid.play(
  'approved by all before it, sent after the lifting',
  'policyStale',
  async (fixture) => {
    const ask = payAsk(fixture);
    await stopped(fixture);
    await lifted(fixture);
    return send(fixture, ask);
  },
  { alone: true },
);
paid.play(
  'after both forgot it by a restart',
  'frozen',
  async (fixture) => {
    const ask = payAsk(fixture);
    await stopped(fixture);
    await restart(fixture);
    return send(fixture, ask);
  },
  { alone: true },
);
paid.play(
  'eight let go at the moment of the order: none begins after its answer',
  'nothing after it',
  async (fixture) => {
    const decided = (): string => fixture.pair.places.map(({ signer }) => signer?.ctx.store.state.decided.size).join();
    const asks = Array.from({ length: 8 }, () => payAsk(fixture));
    const going = asks.flatMap((one) => fixture.pair.places.map((place) => deliver(fixture, place, one).then(codeOf)));
    await stopped(fixture);
    const at = decided();
    await Promise.all(going);
    return [decided() === at ? 'nothing after it' : 'something after it'];
  },
  { alone: true },
);

export const liftAttacks = [...lifts.attacks, ...paid.attacks];
