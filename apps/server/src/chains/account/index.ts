import { accountReader } from '@holdfast/chains/rpc';
import { accountFamily } from '../family.ts';
import type { ChainModel } from '../model.ts';
import { createOffers } from './fees.ts';
import { atAddresses, held, isBacked, taken } from './holdings.ts';
import { dropNonce, freeNonce, leaveNonce } from './lanes.ts';
import { prepare } from './plan.ts';

const nothing = async (): Promise<void> => undefined;

/** Chains that keep a balance for each address, whose transactions are put in order by a nonce: the account's lane. */
export const accountModel: ChainModel = {
  reservations: { drop: dropNonce, leave: leaveNonce, letGo: nothing, free: freeNonce },
  blocks: {
    received: async (_tx, _chain, _block, received) => received,
    spent: nothing,
    credited: nothing,
    uncredited: nothing,
    unwind: nothing,
  },
  holdings: { isBacked, held, taken, atAddresses, mostAtOnce: async () => undefined },
  prepare,
  // A nonce that was used elsewhere is for people to look at: blocks do not say whose transaction that was.
  isReplaced: async () => false,
  async isUsed({ reader }, keys) {
    for (const key of keys) {
      const [account = '', nonce = ''] = key.split('|');
      if ((await accountReader(reader).nonce(account, 'latest')) > BigInt(nonce)) return true;
    }
    return false;
  },
  forgotten: async () => [],
  replace: async ({ chain }, attempts) => {
    const { replaceFees, replaceOffer, replaceWithin } = accountFamily(chain);
    const newest = attempts.at(-1);
    if (!replaceFees || !replaceOffer || !replaceWithin || !newest)
      throw new Error(`nothing on ${chain.id} is replaced`);
    return {
      reserve: async (_tx, { feePlan }) => ({ plan: replaceFees(newest.plan, feePlan) }),
      offers: async (_db, _order, tiers) => tiers.map((tier) => replaceOffer(newest.plan, tier)),
      within: async (_db, { maxFee }, fees) => {
        const plan = replaceWithin(newest.plan, fees, maxFee);
        return plan ? { plan } : { wait: 'fee_above_cap' };
      },
    };
  },
  createOffers,
};
