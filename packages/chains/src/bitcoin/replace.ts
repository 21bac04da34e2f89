import { hexToBytes } from '@noble/hashes/utils.js';
import type { Coin, CoinRequest, Replacement, ReplacementTerms } from '../coins.ts';
import { ChainError } from '../errors.ts';
import type { ChainConfig, FeePlan } from '../types.ts';
import { carriable, scriptOf, settle, spendable } from './coins.ts';
import { parseTx } from './parse.ts';
import { maxInputs } from './plan.ts';
import { countInputs, feeFor, largest, rateText, readFeeRate, vsizeOf } from './size.ts';
import type { BitcoinPlan } from './types.ts';

const rateOf = ({ feeRate = '' }: FeePlan): bigint => readFeeRate(feeRate);

/** What a signed transaction spent and paid, and its rate by its very size (BIP141), sat/kvB rounded up. */
function readOld({ plan, raw }: { readonly plan: BitcoinPlan; readonly raw: string }) {
  const tx = parseTx(raw);
  const total = plan.inputs.reduce((sum, { prevTx, vout }) => sum + (parseTx(prevTx).outputs[vout]?.amount ?? 0n), 0n);
  const fee = total - tx.outputs.reduce((sum, { amount }) => sum + amount, 0n);
  if (fee < 0n) throw new ChainError('badPlan', 'inputs');
  const vsize = BigInt(Math.ceil((3 * tx.stripped.length + hexToBytes(raw).length) / 4));
  return { total, fee, rate: (fee * 1000n + vsize - 1n) / vsize };
}

/**
 * Replacement by fee as nodes take it (BIP125 and doc/policy/mempool-replacements.md): it pays more for its size than what it conflicts with, more than everything that
 * leaves the pool by it, and for its own relay besides. All inputs of the old one stay, so that no two attempts can both be mined; others are of blocks.
 */
export function replaceCoins<C extends Coin>(
  chain: ChainConfig,
  signed: { readonly plan: BitcoinPlan; readonly raw: string },
  coins: readonly C[],
  request: CoinRequest,
  { evicted, more, fees }: ReplacementTerms & { readonly fees: FeePlan },
): Replacement<C> | undefined {
  const old = readOld(signed);
  const scripts = request.outputs.map(({ address }) => scriptOf(chain, address));
  const changeScript = scriptOf(chain, request.changeAddress);
  const paid = request.outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const relay = rateOf(more);
  const wanted = largest(rateOf(fees), old.rate + relay);
  const free = carriable(spendable(coins, wanted, request.reserved));
  const lengths = [...scripts, changeScript].map(({ length }) => length);
  const before = signed.plan.inputs;
  for (let count = 0; count <= Math.min(free.length, maxInputs - before.length); count++) {
    const chosen = free.slice(0, count);
    const inputs = countInputs([...before, ...chosen]);
    const total = chosen.reduce((sum, { amount }) => sum + amount, old.total);
    const size = vsizeOf(inputs, lengths);
    const least = largest(evicted, old.fee) + feeFor(size, relay);
    const rate = largest(wanted, (least * 1000n + BigInt(size) - 1n) / BigInt(size));
    const settled = settle(total, inputs, paid, scripts, changeScript, rate);
    // Without a change it is shorter, and what is left of it has to be enough.
    const isEnough = settled && settled.fee >= least && (settled.change > 0n || scripts.length > 0);
    if (isEnough) return { coins: chosen, ...settled, fees: { feeRate: rateText(rate) }, size };
  }
  return undefined;
}
