import type { Coin, CoinRequest } from '../coins.ts';
import type { FeeOffer } from '../family.ts';
import type { ChainConfig, FeeTier } from '../types.ts';
import { selectCoins } from './coins.ts';
import { maxInputs } from './plan.ts';
import { feeFor, readFeeRate } from './size.ts';

/** P2WPKH: a transaction, each input, each output, in virtual bytes (BIP141), rounded up. */
const vbytes = { base: 11, input: 68, output: 43 };

/** What a payment from these coins costs at this tier. `size` in vB. @throws ChainError `badAddress`, `badPlan` (fee rate) */
export function bitcoinFeeOffer(
  chain: ChainConfig,
  { level, rate, plan }: FeeTier,
  coins: readonly Coin[],
  request: CoinRequest,
): FeeOffer & { readonly size: number } {
  const { feeRate = '' } = plan;
  const cost = (vsize: number): bigint => feeFor(vsize, readFeeRate(feeRate));
  const chosen = selectCoins(chain, coins, { ...request, feeRate });
  const inputs = chosen?.coins.length ?? Math.min(Math.max(1, coins.length), maxInputs);
  const size = vbytes.base + inputs * vbytes.input + 2 * vbytes.output;
  if (!chosen) return { level, rate, fee: cost(size), maxFee: cost(size), plan, size };
  // Which coins are free when it is signed is not known now: room for half as much again, or two more inputs.
  const [half, more] = [(chosen.fee * 3n) / 2n, cost(size + 2 * vbytes.input)];
  return { level, rate, fee: chosen.fee, maxFee: more > half ? more : half, plan, size };
}
