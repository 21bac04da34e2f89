import type { FeeOffer } from '../fee-offer.ts';
import { readUnits } from '../transfer.ts';
import type { AssetConfig, FeePlan, FeeTier } from '../types.ts';
import { evmNumbers } from './plan.ts';
import type { EvmPlan } from './types.ts';

export interface EvmFeeTier {
  readonly level: 1 | 2 | 3;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Least priority fees in wei for slow, normal, fast: what to offer where nobody else is bidding. */
const floors = [50_000_000n, 100_000_000n, 500_000_000n] as const;

/**
 * The cap leaves room for the base fee to double, which takes six full blocks (EIP-1559: +12.5 % a block).
 * @param baseFee of the next block, wei
 * @param priorities what others paid at about the 10th, 50th and 90th percentile, wei
 */
export function evmFeeTiers(
  baseFee: bigint,
  priorities: readonly [bigint, bigint, bigint],
): [EvmFeeTier, EvmFeeTier, EvmFeeTier] {
  const tier = (level: 1 | 2 | 3): EvmFeeTier => {
    const [floor, seen] = [floors[level - 1] ?? 0n, priorities[level - 1] ?? 0n];
    const maxPriorityFeePerGas = seen > floor ? seen : floor;
    return { level, maxPriorityFeePerGas, maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas };
  };
  return [tier(1), tier(2), tier(3)];
}

/** When a node will not estimate: a token transfer with room, and a plain payment. */
export const gasWithoutEstimate = ({ contract }: AssetConfig): bigint => (contract === '' ? 21_000n : 100_000n);

/** What a payment of so much gas costs at this tier. @throws ChainError `badPlan` */
export function evmFeeOffer({ level, rate, plan }: FeeTier, gasLimit: bigint): FeeOffer {
  const { maxFeePerGas, maxPriorityFeePerGas } = feesOf(plan);
  // The cap leaves room for the base fee to double; about half of it is what a block takes today.
  const likely = (maxFeePerGas + maxPriorityFeePerGas) / 2n;
  return {
    level,
    rate,
    fee: gasLimit * likely,
    maxFee: gasLimit * maxFeePerGas,
    plan: { gasLimit: String(gasLimit), ...plan },
  };
}

const feesOf = ({ maxFeePerGas = '', maxPriorityFeePerGas = '' }: FeePlan) => ({
  maxFeePerGas: readUnits(maxFeePerGas, 'badPlan', 'maxFeePerGas'),
  maxPriorityFeePerGas: readUnits(maxPriorityFeePerGas, 'badPlan', 'maxPriorityFeePerGas'),
});

/** The least that nodes take in its place, on either cap. */
const leastAbove = (before: bigint): bigint => (before * 9n + 7n) / 8n;

/**
 * Fees for a replacement of the same nonce: at least 12.5 % above on both caps, rounded up. Nodes refuse less than 10 %, some less than this; anvil takes all,
 * so this rule is the only one that holds on the devnet. @throws ChainError `badPlan`
 */
export function replacementFees(old: EvmPlan, fees: FeePlan): EvmPlan {
  const wanted = feesOf(fees);
  const { maxFeePerGas, maxPriorityFeePerGas } = evmNumbers(old);
  const above = (before: bigint, wish: bigint): bigint => {
    const least = leastAbove(before);
    return wish > least ? wish : least;
  };
  return {
    ...old,
    maxFeePerGas: String(above(maxFeePerGas, wanted.maxFeePerGas)),
    maxPriorityFeePerGas: String(above(maxPriorityFeePerGas, wanted.maxPriorityFeePerGas)),
  };
}

/** What a replacement costs at a tier, with the gas of the one that it replaces. @throws ChainError `badPlan` */
export function replacementOffer(old: EvmPlan, tier: FeeTier): FeeOffer {
  const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = replacementFees(old, tier.plan);
  return evmFeeOffer({ ...tier, rate: maxFeePerGas, plan: { maxFeePerGas, maxPriorityFeePerGas } }, BigInt(gasLimit));
}

/** The same for no more than `most`, wei: what is wanted is cut to that, and nothing is made where even the least is more. @throws ChainError `badPlan` */
export function replacementWithin(old: EvmPlan, fees: FeePlan, most: bigint): EvmPlan | undefined {
  const { gasLimit, ...before } = evmNumbers(old);
  const wanted = evmNumbers(replacementFees(old, fees));
  const cap = most / gasLimit;
  if (leastAbove(before.maxFeePerGas) > cap) return undefined;
  const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
  const maxFeePerGas = least(wanted.maxFeePerGas, cap);
  const maxPriorityFeePerGas = least(wanted.maxPriorityFeePerGas, maxFeePerGas);
  if (maxPriorityFeePerGas < leastAbove(before.maxPriorityFeePerGas)) return undefined;
  return { ...old, maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) };
}

/** Each replacement takes an eighth more of every unit of gas at least. @throws ChainError `badPlan` */
export function evmCapFor({ plan }: Pick<FeeOffer, 'plan'>, times: number): bigint {
  let { maxFeePerGas } = feesOf(plan);
  for (let n = 0; n < times; n++) maxFeePerGas = leastAbove(maxFeePerGas);
  return readUnits(plan.gasLimit ?? '', 'badPlan', 'gasLimit') * maxFeePerGas;
}
