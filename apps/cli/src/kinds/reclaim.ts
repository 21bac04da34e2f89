import type { KindInTerminal } from './kind.ts';
import { amountOf, resourceOf, staking, walletOf } from './staking.ts';

export const terminal: KindInTerminal = staking(
  'taken back from',
  (review, receiver) =>
    `Take back the ${resourceOf(review)} of ${amountOf(review)} staked by ${walletOf(review)}, from ${receiver}`,
);
