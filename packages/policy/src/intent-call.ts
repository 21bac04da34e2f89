import { type Reading, readCall } from './call/read.ts';
import { inflowOf, type Outflow, outflowsOf } from './call/statement.ts';
import { type Trade, tradeIn } from './call/trade.ts';
import type { Facts } from './facts.ts';
import { type Intent, isCall, type Output } from './intent.ts';

/** The reading of an intent's call, with the names that members agreed on. @returns undefined for what nobody can read */
export const readingOf = (intent: Intent, { methodsOf }: Pick<Facts, 'methodsOf'> = {}): Reading | undefined =>
  readCall(intent, (contract) => {
    const output = intent.outputs.find(({ address }) => address === contract);
    return (output && methodsOf?.(intent, output)) ?? [];
  });

/** From so many whole coins on what may be taken is as good as everything; of what nobody has said the decimals, from so many base units. */
const [endlessCoins, endlessUnits] = [10_000_000_000n, 2n ** 128n];

const statedOf = (intent: Pick<Intent, 'call'>, token: string): Outflow | undefined =>
  outflowsOf(intent).find(({ contract }) => contract === token);

/** Base units of a token that leave by it, or may be taken, as it reads. */
export const leavingOf = ({ leaves }: Pick<Reading, 'leaves'>, token: string): bigint =>
  leaves.reduce((sum, one) => (one.token === token ? sum + one.units : sum), 0n);

/** Does it let somebody take everything of a token? */
export const isEndlessCall = (intent: Pick<Intent, 'call'>, { leaves }: Pick<Reading, 'leaves'>): boolean =>
  leaves.some(({ token, units, allowed, endless }) => {
    const stated = statedOf(intent, token);
    const least = stated ? endlessCoins * 10n ** BigInt(stated.decimals) : endlessUnits;
    return allowed === true && (endless === true || units >= least);
  });

/** Why nobody can be asked to approve it: it cannot be read, does more than it says, or is not the swap that it says it is. */
export type CallFault = 'unreadableCall' | 'understatedCall' | 'unsoundTrade';

/** Does it say of itself that it is a swap, and what that brings? */
export const isTrade = (intent: Pick<Intent, 'kind' | 'call'>): boolean =>
  isCall(intent) && inflowOf(intent) !== undefined;

/** Coins of the chain that go along. */
const alongOf = ({ outputs }: { readonly outputs: readonly Pick<Output, 'amount'>[] }): bigint =>
  outputs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** The swap that an intent's call is, whether it says so or not. @returns undefined for anything else, and for what no standard reads */
export const tradeOf = (intent: { readonly outputs: readonly Pick<Output, 'amount'>[] }, reading: Reading) =>
  tradeIn(reading, alongOf(intent));

/** The swap that an intent says it is; undefined for what does not say so, or is none. */
export function statedTrade(intent: Intent): Trade | undefined {
  const reading = isTrade(intent) ? readCall(intent) : undefined;
  return reading && tradeOf(intent, reading);
}

/** One asset leaves by it, all that the intent says and nothing else: coins along with the call where the method takes coins, else the one token it names. */
function givesAsSaid(intent: Intent, { gives, most }: Pick<Trade, 'gives' | 'most'>): boolean {
  const [token, ...others] = outflowsOf(intent);
  const along = alongOf(intent) > 0n;
  if (gives === '') return along && !token;
  return !along && others.length === 0 && token?.contract === gives && token.units === most;
}

/**
 * Is it the swap that its intent says it is: one and nothing else, that gives what is stated, brings at least what is stated, of that asset and to the account
 * itself, and fails once the intent has ended?
 */
function isSoundTrade(intent: Intent, reading: Reading): boolean {
  const stated = inflowOf(intent);
  if (!stated) return true;
  const trade = tradeOf(intent, reading);
  if (!trade) return false;
  const brings = trade.to === intent.from && trade.gets === stated.contract && trade.least >= stated.units;
  const ends = trade.until * 1000n;
  const inTime = ends > BigInt(intent.created) && ends <= BigInt(intent.expires);
  return brings && inTime && trade.gives !== trade.gets && givesAsSaid(intent, trade);
}

/**
 * Does an intent say what its call does? Whom it gives something stands in its outputs, all of them and nobody else, and of each token that it speaks of at least
 * what leaves. Which tokens it has to speak of is for whoever knows the coins of the chain (`compare` of the chain's family).
 */
export function faultOf(intent: Intent, reading: Reading | undefined): CallFault | undefined {
  if (!reading) return 'unreadableCall';
  const [, ...others] = intent.outputs;
  const saysWho = others.map(({ address }) => address).join() === reading.to.join();
  const saysHowMuch = outflowsOf(intent).every(({ contract, units }) => leavingOf(reading, contract) <= units);
  if (!saysWho || !saysHowMuch) return 'understatedCall';
  return isSoundTrade(intent, reading) ? undefined : 'unsoundTrade';
}
