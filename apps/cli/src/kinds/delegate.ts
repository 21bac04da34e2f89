import type { KindInTerminal } from './kind.ts';
import { amountOf, resourceOf, staking, walletOf } from './staking.ts';

export const terminal: KindInTerminal = staking(
  'used by',
  (review, receiver) =>
    `Delegate the ${resourceOf(review)} of ${amountOf(review)} staked by ${walletOf(review)}, to ${receiver}`,
);
