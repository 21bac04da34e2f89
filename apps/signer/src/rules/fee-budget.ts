import type { ChainConfig } from '@holdfast/chains';
import type { Intent } from '@holdfast/policy';
import type { FeeBudget } from '../config.ts';
import { feeCounterOf } from '../state/counters.ts';
import { type SignerState, velocityWindowMs } from '../state/state.ts';

const budgetShare = 10n;

/** What fees may cost a wallet in a day: as the operator says of it, or of each, or ten times what one transaction may. */
export function budgetOf(
  budgets: readonly FeeBudget[],
  { wallet }: Pick<Intent, 'wallet'>,
  chain: ChainConfig,
): bigint {
  const ofChain = budgets.filter((budget) => budget.chain === chain.id);
  const own = ofChain.find((budget) => budget.wallet === wallet) ?? ofChain.find((budget) => budget.wallet === '*');
  return own ? BigInt(own.maxPerDay) : BigInt(chain.maxFee) * budgetShare;
}

/** The most that other payments of its wallet may have cost within the day, in base units of the chain's coin. */
export const feesBeside = (
  { fees }: Readonly<SignerState>,
  { id, wallet, chain }: Pick<Intent, 'id' | 'wallet' | 'chain'>,
  now: number,
): bigint =>
  (fees.get(feeCounterOf(wallet, chain)) ?? [])
    .filter((one) => one.at > now - velocityWindowMs && one.id !== id)
    .reduce((sum, { amount }) => sum + amount, 0n);
