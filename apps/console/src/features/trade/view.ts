import type { contract, Output } from '@holdfast/contract';
import { MoneyError, toUnits } from '@holdfast/money';
import { daySpan } from '../../lib/days.ts';
import { fieldsOf, storedId, storedText } from '../../lib/stored.ts';
import type { PillTone } from '../../ui/feedback.tsx';

type Trade = typeof contract.trade;
export type TradeCoin = Output<Trade['hotCoin']>['list'][number];
export type Quote = Output<Trade['price']>;
export type TradeNetwork = Output<Trade['openNet']>['list'][number];
export type Limits = Output<Trade['info']>;
export type Swapped = Output<Trade['recordList']>['list'][number];

/** Coins by their contracts; '' is the chain's own, and undefined the first that there is. */
export interface Wanted {
  readonly pay: string | undefined;
  readonly receive: string | undefined;
  readonly amount: string;
  readonly slippage: number;
  /** Undefined: whoever gives most. */
  readonly provider: string | undefined;
}
/** A swap as it is kept, with the wallet and the network that it is of. */
export interface WantedSwap extends Wanted {
  readonly wallet: number;
  readonly chain: string;
}
/** One place for every wallet and network: the page begins with those that were left. */
export const swapPlace = 'swap';

const known = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export function readSwap(value: unknown, { most_slippage, usual_slippage }: Limits): WantedSwap | undefined {
  const { wallet, chain, pay, receive, amount, slippage, provider } = fieldsOf(value);
  const [id, written] = [storedId(wallet), storedText(amount, /^.{1,200}$/)];
  if (id === null || written === '') return undefined;
  const offered = slippages({ most_slippage }).find((one) => one === slippage);
  return {
    ...{ wallet: id, chain: known(chain) ?? '', pay: known(pay), receive: known(receive), amount: written },
    ...{ slippage: offered ?? usual_slippage, provider: known(provider) },
  };
}
/** Where the page begins: with what was left. */
export function leftPlace(value: unknown): Pick<WantedSwap, 'wallet' | 'chain'> | undefined {
  const { wallet, chain } = fieldsOf(fieldsOf(value).form);
  const id = storedId(wallet);
  return id === null ? undefined : { wallet: id, chain: known(chain) ?? '' };
}

/** What is wrong with so much of a coin; undefined where nothing is written, or it can be quoted. */
export function payFault(text: string, { decimals, balance }: Pick<TradeCoin, 'decimals' | 'balance'>) {
  if (text === '') return undefined;
  try {
    return toUnits(text, decimals) > toUnits(balance, decimals) ? 'tooMuch' : undefined;
  } catch (error) {
    const code = error instanceof MoneyError ? error.code : undefined;
    if (code === 'tooLarge') return 'tooMuch';
    return code === 'tooManyDecimals' ? code : 'noAmount';
  }
}

/** Hundredths of a percent as people write them: `0.5`. */
export const percent = (hundredths: number): string => String(hundredths / 100);

/** The tokens on the way, with the fee of each pool between them: `USDC → 0.3 % → ETH`. */
export const routeText = ({ route, pool_fees }: Pick<Quote, 'route' | 'pool_fees'>): string =>
  route
    .flatMap((symbol, i) => (pool_fees[i] === undefined ? [symbol] : [symbol, `${pool_fees[i] / 10_000} %`]))
    .join(' → ');

/** So little time is left for members to decide, a quarter of an hour: usual is a day. */
const soonMs = 900_000;
export const isSoon = ({ expire_at, fail_at }: Pick<Quote, 'expire_at' | 'fail_at'>): boolean =>
  fail_at.getTime() - expire_at.getTime() < soonMs;

/** Slippages to choose from, in hundredths of a percent. */
export const slippages = ({ most_slippage: most }: Pick<Limits, 'most_slippage'>): number[] =>
  [10, 50, 100, 300, 500].filter((one) => one <= most);

type Status = 'approval' | 'signing' | 'paying' | 'done' | 'failed' | 'slippage' | 'ended';
/** Where a swap stands, by the number on the wire. */
export function statusOf(status: number): { readonly name: Status; readonly tone: PillTone } {
  if (status < 1100) return { name: 'approval', tone: 'wait' };
  if (status < 1200) return { name: 'signing', tone: 'wait' };
  if (status < 2000) return { name: 'paying', tone: 'wait' };
  if (status === 2000) return { name: 'done', tone: 'done' };
  if (status === 2410) return { name: 'slippage', tone: 'bad' };
  return status === 2400 ? { name: 'failed', tone: 'bad' } : { name: 'ended', tone: 'idle' };
}

/** What was paid and received on one day, in USD. */
export interface Day {
  readonly day: number;
  readonly paid: number;
  readonly received: number;
}
/** Of swaps that were made, the oldest day first; what has no price is in neither sum. Display only. */
export function daysOf(list: readonly Swapped[]): Day[] {
  const days = new Map<number, Day>();
  for (const { status, created_at, pay_usd, receive_usd } of list) {
    if (status !== 2000 || pay_usd === '' || receive_usd === '') continue;
    const day = new Date(created_at).setHours(0, 0, 0, 0);
    const { paid, received } = days.get(day) ?? { paid: 0, received: 0 };
    days.set(day, { day, paid: paid + Number(pay_usd), received: received + Number(receive_usd) });
  }
  return [...days.values()].toSorted((a, b) => a.day - b.day);
}

export const spanOf = (from: string | undefined, to: string | undefined) => daySpan(from, to);
