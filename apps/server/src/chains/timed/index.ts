import { atAddresses, held, isBacked } from '../account/holdings.ts';
import type { ChainModel } from '../model.ts';
import { createOffers } from './fees.ts';
import { prepare } from './plan.ts';
import { staked } from './stake.ts';

const nothing = async (): Promise<undefined> => undefined;

/**
 * Chains that keep a balance for each address, whose transactions stand for themselves: each is mined once at most and dies by itself. An order takes nothing
 * that another could want, so nothing is reserved, nothing is left behind, and nothing takes the place of anything.
 */
export const timedModel: ChainModel = {
  reservations: { drop: nothing, leave: nothing, letGo: nothing, free: nothing },
  blocks: {
    received: async (_tx, _chain, _block, received) => received,
    spent: nothing,
    credited: nothing,
    uncredited: nothing,
    unwind: nothing,
  },
  holdings: { isBacked, held, staked, atAddresses, mostAtOnce: nothing },
  prepare,
  isReplaced: async () => false,
  // A place is used by its own transaction only, and signers know by their clocks when it dies.
  isUsed: async () => false,
  forgotten: async () => [],
  replace: async ({ chain }) => {
    throw new Error(`nothing on ${chain.id} is replaced`);
  },
  createOffers,
};
