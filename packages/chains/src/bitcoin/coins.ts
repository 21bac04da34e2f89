import type { Coin, CoinRequest, CoinSelection } from '../coins.ts';
import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';
import { readAddress } from './address.ts';
import { networkOf } from './network.ts';
import { maxInputs, mostPrevBytes } from './plan.ts';
import { countInputs, dustLimit, feeFor, type InputCounts, inputSize, readFeeRate, vsizeOf } from './size.ts';

interface SelectionRequest extends CoinRequest {
  /** sat/vB, decimal text with at most three decimals. */
  readonly feeRate: string;
}

const byAmount = (a: Coin, b: Coin): number =>
  a.amount === b.amount ? compareOutpoints(a, b) : a.amount > b.amount ? -1 : 1;
const compareOutpoints = (a: Coin, b: Coin): number => (a.txid === b.txid ? a.vout - b.vout : a.txid < b.txid ? -1 : 1);

export function scriptOf(chain: ChainConfig, address: string): Uint8Array {
  const reading = readAddress(address, networkOf(chain));
  if (typeof reading === 'string') throw new ChainError('badAddress', address);
  return reading.script;
}

/** What is free and worth more than its own input costs; largest first, ties by outpoint. */
export function spendable<C extends Coin>(
  coins: readonly C[],
  rate: bigint,
  reserved: ReadonlySet<string> = new Set(),
): C[] {
  const costs = (coin: C): bigint => feeFor(inputSize(coin), rate);
  return coins
    .filter((coin) => coin.amount > costs(coin) && !reserved.has(`${coin.txid}:${coin.vout}`))
    .toSorted(byAmount);
}

/** As much for those that are made by long transactions as for all others together. */
const lightBytes = mostPrevBytes / 2 / maxInputs;
/**
 * The coins of which any choice makes a plan that signers' messages have room for, in their order. Of those that long transactions made the first few.
 * @param coins those that matter most first
 */
export function carriable<C extends Coin>(coins: readonly C[]): C[] {
  let left = mostPrevBytes / 2;
  return coins.filter(({ prevBytes = 0 }) => {
    if (prevBytes <= lightBytes) return true;
    if (prevBytes > left) return false;
    left -= prevBytes;
    return true;
  });
}

const sum = (coins: readonly { readonly amount: bigint }[]): bigint =>
  coins.reduce((total, coin) => total + coin.amount, 0n);

/** Fee and change of spending these coins; undefined when they do not suffice. Says the rule for `build` too. */
export function settle(
  total: bigint,
  inputs: InputCounts,
  paid: bigint,
  scripts: readonly Uint8Array[],
  changeScript: Uint8Array | undefined,
  rate: bigint,
): { fee: bigint; change: bigint } | undefined {
  const lengths = scripts.map((script) => script.length);
  const rest = total - paid;
  const plainFee = feeFor(vsizeOf(inputs, lengths), rate);
  if (rest < plainFee) return undefined;
  if (changeScript === undefined) return { fee: rest, change: 0n };
  const change = rest - feeFor(vsizeOf(inputs, [...lengths, changeScript.length]), rate);
  return change >= dustLimit(changeScript) ? { fee: rest - change, change } : { fee: rest, change: 0n };
}

/**
 * Largest coins first until they suffice, then the last one exchanged for the smallest that still does: few inputs, and no
 * large coin broken without need. Deterministic; never a reserved coin, and but for `first` never one that costs more than it brings; no more than
 * signers' messages have room for (`carriable`).
 * @returns undefined when no `maxInputs` of the free coins cover amount and fee, or none for a fee that may be paid
 * @throws ChainError `badAddress`, `badPlan` (fee rate)
 */
export function selectCoins<C extends Coin>(
  chain: ChainConfig,
  coins: readonly C[],
  request: SelectionRequest,
): CoinSelection<C> | undefined {
  const rate = readFeeRate(request.feeRate);
  const scripts = request.outputs.map((output) => scriptOf(chain, output.address));
  const changeScript = scriptOf(chain, request.changeAddress);
  const paid = sum(request.outputs);
  const isFirst = ({ txid, vout }: Coin): boolean => request.first?.has(`${txid}:${vout}`) ?? false;
  const due = coins.filter(isFirst).toSorted(byAmount);
  const room = carriable([...due, ...spendable(coins, rate, request.reserved).filter((coin) => !isFirst(coin))]);
  const [first, free] = [room.filter(isFirst), room.filter((coin) => !isFirst(coin))];
  const settled = (chosen: readonly C[]): CoinSelection<C> | undefined => {
    const result = settle(sum(chosen), countInputs(chosen), paid, scripts, changeScript, rate);
    if (!result || (request.maxFee !== undefined && result.fee > request.maxFee)) return undefined;
    return { coins: chosen, ...result };
  };
  const alone = first.length > 0 && first.length <= maxInputs ? settled(first) : undefined;
  if (alone) return alone;
  for (let count = 1; count <= Math.min(free.length, maxInputs - first.length); count++) {
    if (!settled([...first, ...free.slice(0, count)])) continue;
    const kept = [...first, ...free.slice(0, count - 1)];
    for (const last of free.slice(count - 1).toReversed()) {
      const selection = settled([...kept, last]);
      if (selection) return selection;
    }
  }
  return undefined;
}

/** The most that one payment to `address` can carry: everything free, less the fee. 0n when nothing is left. */
export function largestSpendable(
  chain: ChainConfig,
  coins: readonly Coin[],
  request: { readonly address: string; readonly feeRate: string; readonly reserved?: ReadonlySet<string> },
): bigint {
  const rate = readFeeRate(request.feeRate);
  const script = scriptOf(chain, request.address);
  const free = carriable(spendable(coins, rate, request.reserved)).slice(0, maxInputs);
  const rest = sum(free) - feeFor(vsizeOf(countInputs(free), [script.length]), rate);
  return rest >= dustLimit(script) ? rest : 0n;
}
