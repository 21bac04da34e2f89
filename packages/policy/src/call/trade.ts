import type { Reading } from './read.ts';
import type { Effect, Swap } from './standards/standard.ts';

/** What is swapped by a call that is a swap and nothing else, in one of the forms that routers have. */
export interface Trade extends Swap {
  readonly until: bigint;
  /** By V3 coins are given and got through the token that stands for them: which one, for whoever knows the right one. */
  readonly wrapped?: string;
  /** By 0x: the contract that swaps, which is another than the one that is called. */
  readonly through?: string;
}

/** Coins that go along stand for the token which a router of V3 is told to take: exactly so many, and what it does not need comes back. */
function withCoins(swap: Trade, along: bigint, refunds: boolean): Trade | undefined {
  if (along === 0n) return refunds ? undefined : swap;
  return refunds && swap.most === along ? { ...swap, gives: '', most: undefined, wrapped: swap.gives } : undefined;
}

/** What comes out stays with the router, which pays coins for it to whoever is named. */
function unwrapped(swap: Trade, contract: string, { unwraps }: Effect): Trade | undefined {
  if (!unwraps || swap.to !== contract) return undefined;
  return { ...swap, gets: '', least: unwraps.least, to: unwraps.to, wrapped: swap.gets };
}

/**
 * SwapRouter02 says the end of a swap around it: one bundle until then, of one swap of its own, and behind that at most what turns its tokens into coins, or gives back coins that were left.
 * Neither more calls, nor others, nor bundles in it.
 */
function bundled({ outer: { contract, inner }, calls, effects }: Reading, along: bigint): Trade | undefined {
  const [{ until } = {}, { swap } = {}, last, ...more] = effects;
  if (until === undefined || swap?.by !== 'v3' || swap.until !== undefined) return undefined;
  if (more.length > 0 || calls.length !== inner.length + 1) return undefined;
  const ended = { ...swap, until };
  if (!last) return withCoins(ended, along, false);
  if (last.refunds) return withCoins(ended, along, true);
  return along === 0n ? unwrapped(ended, contract, last) : undefined;
}

/** By 0x: whoever holds the allowance is called, and calls whoever swaps. What a Settler does with what it may take nobody reads, and what it gives back stands there. */
function settled({ effects }: Reading): Trade | undefined {
  const [{ holds } = {}, { swap } = {}] = effects;
  if (!holds || swap?.until === undefined) return undefined;
  return { ...swap, ...holds, until: swap.until };
}

/** @returns undefined for what is no swap, or more than one, or that and something else */
export function tradeIn(reading: Reading, along: bigint): Trade | undefined {
  const { calls, swaps } = reading;
  const [swap] = swaps;
  if (!swap || swaps.length !== 1) return undefined;
  if (swap.by === 'settler') return settled(reading);
  if (calls.length > 1) return bundled(reading, along);
  return swap.until === undefined ? undefined : { ...swap, until: swap.until };
}
