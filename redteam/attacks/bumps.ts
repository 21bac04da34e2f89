import { evmPlan } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, payAsk } from '../requests.ts';
import { nonceOf, once, speedUp, underWay } from './speed-ups.ts';

/** A server that has a payment's own intent signed once more, as its bumps do, and wants more of it than members approved. */
const bumps = family('a payment signed once more by its own intent');

/** With room above what its first transaction offers. */
const roomy = (fixture: Fixture): Promise<Ask> =>
  underWay(fixture, payAsk(fixture, 'evm', { maxFee: '400000000000000' }));
const first = once(roomy);
/** The same intent and approvals, with another plan. */
const again = (ask: Ask, plan: unknown): Ask => ({ ...ask, plan });

bumps.control('in its place and within its cap', async (fixture) => {
  const ask = await roomy(fixture);
  return again(ask, evmPlan(nonceOf(ask), 4));
});
bumps.refused('for more than members approved', 'feeAboveCap', async (fixture) => {
  const ask = await first(fixture);
  return again(ask, evmPlan(nonceOf(ask), 900));
});
bumps.refused('in another place, so that both are made', 'conflict', async (fixture) =>
  again(await first(fixture), evmPlan(fixture.fresh(), 4)),
);
bumps.refused('without who approved it', 'approvalsMissing', async (fixture) => {
  const ask = await first(fixture);
  return { ...again(ask, evmPlan(nonceOf(ask), 4)), approvals: ask.approvals.slice(0, 1) };
});
bumps.refused('after a person had it sped up', 'conflict', async (fixture) => {
  const ask = await roomy(fixture);
  await admit(fixture, speedUp(fixture, ask, {}, evmPlan(nonceOf(ask), 5)));
  return again(ask, evmPlan(nonceOf(ask), 4));
});

export const bumpAttacks = bumps.attacks;
