import type { KindInTerminal } from './kind.ts';
import { staking, walletOf } from './staking.ts';

export const terminal: KindInTerminal = staking(
  'own account',
  (review) => `Withdraw everything that has unfrozen, of ${walletOf(review)}`,
);
