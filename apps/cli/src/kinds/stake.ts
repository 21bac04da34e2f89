import type { KindInTerminal } from './kind.ts';
import { amountOf, resourceOf, staking, walletOf } from './staking.ts';

export const terminal: KindInTerminal = staking(
  'own account',
  (review) => `Stake ${amountOf(review)} for ${resourceOf(review)}, of ${walletOf(review)}`,
);
