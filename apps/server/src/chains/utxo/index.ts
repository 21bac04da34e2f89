import type { ChainModel } from '../model.ts';
import { received, spent, unwind } from './blocks.ts';
import { chainLimits } from './chain-limits.ts';
import { children } from './children.ts';
import { findChoosable } from './choice.ts';
import { forgetLeft, forgottenTxs, freeCoins, isOneSpent, isSpentElsewhere, leaveCoins, makeReady } from './coins.ts';
import { findHeld, guardChains, noteContents, takeUnread } from './contents.ts';
import { createOffers } from './fees.ts';
import { atAddresses, held, isBacked, mostAtOnce } from './holdings.ts';
import { inscribed } from './inscribed.ts';
import { findOutputs, letGoOfDeposit, setFrozen, setLabel } from './outputs.ts';
import { prepare } from './plan.ts';
import { replace } from './replace.ts';
import { isOneGone, isOutpointGone } from './sources.ts';
import { allow, childOf, isAllowed, noteSent } from './unconfirmed.ts';

const nothing = async (): Promise<undefined> => undefined;

/** Chains whose transactions spend outputs of earlier ones: the coins of a sub-wallet, at any number of its addresses. */
export const utxoModel: ChainModel = {
  // Other orders take other coins, so none waits for those that a signer may still keep for an order that ended.
  reservations: { drop: freeCoins, leave: nothing, letGo: leaveCoins, free: forgetLeft },
  blocks: { received, spent, credited: makeReady, uncredited: letGoOfDeposit, unwind },
  holdings: { isBacked, held, atAddresses, mostAtOnce },
  outputs: { find: findOutputs, setFrozen, setLabel, choosable: findChoosable },
  contents: { guard: guardChains, unread: takeUnread, note: noteContents, held: findHeld },
  inscribed,
  children,
  unconfirmed: { ancestors: chainLimits.ancestors, isAllowed, allow, childOf },
  sent: noteSent,
  prepare,
  isReplaced: async ({ db, chain, reader }, id) => {
    const finalTo = await reader.finalizedHeight();
    return (await isSpentElsewhere(db, id, finalTo)) || isOneGone(db, chain.id, id, finalTo);
  },
  isUsed: async ({ db, chain, reader }, keys) => {
    const finalTo = await reader.finalizedHeight();
    return (await isOneSpent(db, chain.id, keys, finalTo)) || isOutpointGone(db, chain.id, keys, finalTo);
  },
  forgotten: (db, chain, keys) => forgottenTxs(db, chain.id, keys),
  replace,
  createOffers,
};
