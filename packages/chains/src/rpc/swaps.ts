import type { ChainRouter } from '../types.ts';

/** What somebody wants to swap: '' is the chain's own coin, anything else the contract of a token. */
export interface SwapTerms {
  readonly gives: string;
  readonly gets: string;
  /** Base units: of what is given, or with `exactOut` of what comes. */
  readonly amount: bigint;
  readonly exactOut: boolean;
}

export interface SwapQuote {
  readonly pays: bigint;
  readonly brings: bigint;
  /** What as much would bring at the price before the swap moves it; undefined where that is too little to tell. */
  readonly fair: bigint | undefined;
  /** Contracts of the tokens on the way, first and last included. */
  readonly path: readonly string[];
  /** Of each pool on the way, in millionths; none where every pool of the router takes the same. */
  readonly fees: readonly number[];
}

/** How a swap is bound: to whom, until when (epoch seconds), and between which amounts. */
export interface SwapBounds {
  readonly path: readonly string[];
  readonly fees: readonly number[];
  readonly most: bigint;
  readonly least: bigint;
  readonly to: string;
  readonly until: bigint;
}

export interface SwapCall {
  /** Contract. */
  readonly to: string;
  /** Base units of coins that go along. */
  readonly amount: bigint;
  /** `0x…` */
  readonly data: string;
}

export interface Swaps {
  /** @returns undefined where nothing is swapped for that there @throws RpcError */
  quote(router: ChainRouter, terms: SwapTerms): Promise<SwapQuote | undefined>;
  call(router: ChainRouter, terms: SwapTerms, bounds: SwapBounds): SwapCall;
  /** Does a router say by this that the price has moved by more than was agreed to? */
  isSlippage(reason: string): boolean;
  /** Why a mined swap failed; undefined where nobody can tell. */
  whyFailed(txid: string): Promise<string | undefined>;
}
