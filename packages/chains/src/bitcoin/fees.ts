import type { Coin, CoinRequest, Replacement } from '../coins.ts';
import type { FeeOffer } from '../fee-offer.ts';
import type { Waiting } from '../models.ts';
import type { ChainConfig, FeeTier } from '../types.ts';
import { scriptOf, selectCoins, settle } from './coins.ts';
import { maxInputs } from './plan.ts';
import { countInputs, feeFor, largest, rateText, readFeeRate, vsizeOf } from './size.ts';

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
  const size = vbytes.base + inputs * vbytes.input + (request.outputs.length + 1) * vbytes.output;
  if (!chosen) return { level, rate, fee: cost(size), maxFee: cost(size), plan, size };
  return { level, rate, fee: chosen.fee, maxFee: withRoom(chosen.fee, size, readFeeRate(feeRate)), plan, size };
}

/** Which coins are free when it is signed is not known now: room for half as much again, or two more inputs. */
function withRoom(fee: bigint, size: number, rate: bigint): bigint {
  const [half, more] = [(fee * 3n) / 2n, feeFor(size + 2 * vbytes.input, rate)];
  return more > half ? more : half;
}

/** What a child costs by which its parent, with everything that this waits for, and itself pay the rate together; never less than that for itself. */
export function bitcoinChildOffer(
  chain: ChainConfig,
  { level, plan }: FeeTier,
  coin: Coin,
  { size: above, fee: paid }: Waiting,
  changeAddress: string,
): FeeOffer | undefined {
  const { feeRate = '' } = plan;
  const rate = readFeeRate(feeRate);
  const script = scriptOf(chain, changeAddress);
  const size = vsizeOf(countInputs([coin]), [script.length]);
  const fee = largest(feeFor(above + size, rate) - paid, feeFor(size, rate));
  const own = (fee * 1_000n + BigInt(size) - 1n) / BigInt(size);
  const settled = settle(coin.amount, countInputs([coin]), 0n, [], script, own);
  if (!settled || settled.change === 0n) return undefined;
  const text = rateText(own);
  return { level, rate: text, fee: settled.fee, maxFee: (settled.fee * 3n) / 2n, plan: { feeRate: text } };
}

/** What a transaction in the place of another costs. */
export function bitcoinReplaceOffer({ level }: FeeTier, { fee, fees, size }: Replacement): FeeOffer {
  const { feeRate = '' } = fees;
  return { level, rate: feeRate, fee, maxFee: withRoom(fee, size, readFeeRate(feeRate)), plan: fees };
}

/** What nodes ask for relaying another in its place, sat/kvB (`incrementalrelayfee`): 1 sat/vB, until Bitcoin Core 29.1 asked a tenth of it. */
const relayRate = 1_000n;

/** Each replacement pays for its own relay besides, or an eighth more where that is more; `maxFee` has room for other coins, not for that. */
export function bitcoinCapFor({ fee, maxFee, plan }: Pick<FeeOffer, 'fee' | 'maxFee' | 'plan'>, times: number): bigint {
  const rate = readFeeRate(plan.feeRate ?? '');
  const relay = (fee * relayRate + rate - 1n) / rate;
  return maxFee + BigInt(times) * largest(relay, (fee + 7n) / 8n);
}
