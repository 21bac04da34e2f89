import type { KindInTerminal } from './kind.ts';
import { amountOf, resourceOf, staking, walletOf } from './staking.ts';

export const terminal: KindInTerminal = staking(
  'own account',
  (review) => `Unstake ${amountOf(review)} that is staked for ${resourceOf(review)}, of ${walletOf(review)}`,
);
