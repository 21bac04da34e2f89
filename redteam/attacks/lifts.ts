import type { Freeze } from '@holdfast/policy';
import { decide } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { House } from '../house.ts';
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

const still = async (house: House): Promise<string[]> =>
  (await pages(house)).map(({ frozen }) => (frozen ? 'still frozen' : 'lifted'));

const lifts = family('a member’s freeze, lifted by the server');
lifts.play(
  'lifted by the quorum, which was asked after it',
  'lifted',
  async (house) => {
    await stopped(house);
    return still(await lifted(house));
  },
  { control: true, alone: true },
);
/** Both signers refuse it, and stand still. */
const kept = (title: string, code: string, make: (house: House) => Ask): void =>
  lifts.play(
    title,
    code,
    async (house) => {
      await stopped(house);
      const codes = await send(house, make(house));
      return (await still(house)).every((one) => one === 'still frozen') ? codes : ['lifted'];
    },
    { alone: true },
  );
const unfreeze = (house: House): Ask => lifting(house).request;
kept('on nobody’s word', 'initiatorMissing', (house) => ({ ...unfreeze(house), approvals: [] }));
kept('on the word of who asks', 'approvalsMissing', (house) => {
  const ask = unfreeze(house);
  return { ...ask, approvals: approvedBy(ask.intent, house.crew.olga) };
});
kept('on the word of one whom the flow for keys does not name', 'approvalsMissing', (house) => {
  const ask = unfreeze(house);
  return { ...ask, approvals: approvedBy(ask.intent, house.crew.olga, house.crew.anna) };
});
kept('against a refusal', 'refusedByMember', (house) => {
  const ask = unfreeze(house);
  return { ...ask, approvals: [...ask.approvals.slice(0, 1), decide(ask.intent, house.crew.adam, 'refuse')] };
});
kept('with approvals of a change that lifts nothing', 'initiatorMissing', (house) => ({
  ...unfreeze(house),
  approvals: policyAsk(house, nextPolicy(house)).approvals,
}));
kept('asked in the name of Omar, who stopped them', 'initiatorMissing', (house) => {
  const ask = lifting(house, { initiator: 'omar' }).request;
  return { ...ask, approvals: approvedBy(ask.intent, house.crew.omar, house.crew.adam) };
});
kept('together with stricter rules, which one may set alone', 'approvalsMissing', (house) => {
  const [first] = house.policy.senior;
  const stop = first ? [{ ...first, id: 'stop', action: 'refuse' as const }] : [];
  const next = nextPolicy(house, { senior: [...house.policy.senior, ...stop] });
  const ask = policyAsk(house, next, { request: 'unfreeze', initiator: 'adam' });
  return { ...ask, approvals: [decide(ask.intent, house.crew.adam, 'initiate')] };
});
kept('asked for tomorrow', 'notYetValid', (house) => {
  const created = String(now(house) + 86_400_000);
  return lifting(house, { created, expires: String(Number(created) + 86_400_000) }).request;
});
/** Something lawful happens, which is no lifting of this freeze. */
const stands = (title: string, run: (house: House) => Promise<House>): void =>
  lifts.play(title, 'still frozen', async (house) => still(await run(house)), { alone: true });
for (const request of ['', 'Unfreeze', 'unfreeze ', 'freeze'])
  stands(`by rules whose request is “${request}”`, async (house) => {
    await stopped(house);
    const next = nextPolicy(house);
    await send(house, policyAsk(house, next, { request }));
    return house;
  });
stands('by a change of the address book that is named so', async (house) => {
  await stopped(house);
  await send(house, bookAsk(house, {}, { request: 'unfreeze' }));
  return house;
});
/** Some time passes, so that what is asked and what is ordered are not of one moment. */
const minute = (house: House): void => {
  house.pair.now += 60_000;
};
stands('by a lifting that the members agreed to when nothing was frozen, kept back', async (house) => {
  const early = unfreeze(house);
  minute(house);
  await stopped(house);
  await send(house, early);
  return house;
});
stands('by a lifting of what the server had said, kept back', async (house) => {
  await say(house, 'anna');
  minute(house);
  const early = unfreeze(house);
  minute(house);
  await stopped(house);
  await send(house, early);
  return house;
});
stands('by the lifting of an earlier freeze, sent again', async (house) => {
  await stopped(house);
  minute(house);
  const { request, after } = lifting(house);
  await send(house, request);
  minute(house);
  await stopped(after);
  await send(after, request);
  await restart(after);
  await send(after, request);
  return after;
});
/** What a member orders after the others were asked to let the signers go on, though a freeze stands already. */
const second: readonly (readonly [string, (house: House, earlier: string) => Freeze])[] = [
  ['another member', (house, time) => by('adam', { time })(house)],
  [
    'another member at the very time of the first',
    (house, time) => by('adam', { time: String(Number(time) + 1) })(house),
  ],
  ['the same member in other words', (house, time) => by('omar', { time, reason: 'once more' })(house)],
  ['the same member, later', (house) => by()(house)],
];
for (const [who, order] of second)
  for (const announced of [false, true])
    stands(
      `by a lifting that was asked for before a second order, of ${who}${announced ? ', dated a minute ahead' : ''}`,
      async (house) => {
        const first = await stopped(house);
        minute(house);
        const created = String(now(house) + (announced ? 55_000 : 0));
        const early = lifting(house, { created }).request;
        if (announced) await announce(house, early);
        house.pair.now += 2_000;
        await stopped(house, (at) => order(at, String(Number(first.time) - 1)));
        await send(house, early);
        return house;
      },
    );
lifts.play(
  'by one that was asked for before the first order was sent again: that adds nothing, and it is lifted',
  'lifted',
  async (house) => {
    const first = await stopped(house);
    minute(house);
    const { request } = lifting(house);
    minute(house);
    await orderBoth(house, first);
    await send(house, request);
    return still(house);
  },
  { control: true, alone: true },
);
lifts.play(
  'by the lifting of an earlier freeze, after other rules',
  'policyStale',
  async (house) => {
    await stopped(house);
    const { request, after } = lifting(house);
    await send(house, request);
    const last = { ...after, policy: nextPolicy(after, { senior: [] }) };
    await send(after, policyAsk(after, last.policy));
    await stopped(last);
    const codes = await send(last, request);
    return (await still(last)).every((one) => one === 'still frozen') ? codes : ['lifted'];
  },
  { alone: true },
);

const paid = family('a payment while a member’s freeze stands');
paid.control('the same, with nothing frozen', (house) => payAsk(house));
const whileFrozen = (title: string, make: (house: House) => Ask): void =>
  paid.play(
    title,
    'frozen',
    async (house) => {
      const ask = make(house);
      await stopped(house);
      return send(house, ask);
    },
    { alone: true },
  );
whileFrozen('approved by all before it', (house) => payAsk(house));
whileFrozen('in USDC, approved by all before it', (house) => payAsk(house, 'usdc'));
whileFrozen('in bitcoin, approved by all before it', (house) => payAsk(house, 'bitcoin'));
whileFrozen('new keys, approved by all before it', (house) => keygenAsk(house));
for (const [at, title] of ['before it begins', 'after its first round', 'after its second round'].entries())
  paid.play(
    `a session opened before it, stopped ${title}`,
    'frozen',
    signed({ before: async (round, house) => (round === at ? stopped(house) : undefined) }),
    { alone: true },
  );
paid.play(
  'a session opened before it, with one signer stopped only',
  ['frozen', 'open', 'sessionFailed'],
  signed({
    before: async (round, house) => {
      const [first] = house.pair.places;
      if (round === 0 && first) await stopped({ ...house, pair: { ...house.pair, places: [first] } });
    },
  }),
  { alone: true },
);
paid.play(
  'a session opened before it and continued after the lifting',
  'policyStale',
  signed({
    before: async (round, house) => {
      if (round !== 1) return;
      await stopped(house);
      await lifted(house);
    },
  }),
  { alone: true },
);
paid.play(
  'approved by all before it, sent after the lifting',
  'policyStale',
  async (house) => {
    const ask = payAsk(house);
    await stopped(house);
    await lifted(house);
    return send(house, ask);
  },
  { alone: true },
);
paid.play(
  'after both forgot it by a restart',
  'frozen',
  async (house) => {
    const ask = payAsk(house);
    await stopped(house);
    await restart(house);
    return send(house, ask);
  },
  { alone: true },
);
paid.play(
  'eight let go at the moment of the order: none begins after its answer',
  'nothing after it',
  async (house) => {
    const decided = (): string => house.pair.places.map(({ signer }) => signer?.core.store.state.decided.size).join();
    const asks = Array.from({ length: 8 }, () => payAsk(house));
    const going = asks.flatMap((one) => house.pair.places.map((place) => deliver(house, place, one).then(codeOf)));
    await stopped(house);
    const at = decided();
    await Promise.all(going);
    return [decided() === at ? 'nothing after it' : 'something after it'];
  },
  { alone: true },
);

export const liftAttacks = [...lifts.attacks, ...paid.attacks];
