import type { WholeTx } from '../ordinals/types.ts';
import type { NftMove } from './nfts.ts';

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

export interface Header extends BlockRef {
  readonly parent: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** One movement of an allow-listed asset that took place: receipt status success, log of the right contract, amount > 0. */
export interface Transfer {
  readonly txid: string;
  /** Unique with `txid` within one chain. UTXO chains: vout. Token: log index in the block. Coin of an account chain: -1. */
  readonly index: number;
  /** '' on UTXO chains, where a transaction has no single sender. */
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  /** '' = the chain's own coin. */
  readonly contract: string;
  readonly amount: bigint;
  /** A freshly mined coin cannot be spent for 100 blocks. */
  readonly coinbase: boolean;
  /** What the payer told with it; missing where there is nothing. */
  readonly memo?: string;
}

/** With all of its transactions, the coinbase first. */
export interface WholeBlock extends Header {
  readonly txs: readonly WholeTx[];
}

export interface ChainBlock extends Header {
  readonly transfers: readonly Transfer[];
  readonly txids: readonly string[];
  /** UTXO chains: every outpoint `txid:vout` the block spends; elsewhere empty. */
  readonly spent: readonly string[];
  /** UTXO chains: the transactions of `transfers` by their ids, as hex without witness, which spending their outputs needs; elsewhere empty. */
  readonly rawTxs: ReadonlyMap<string, string>;
  /** What the block says that moved to and from watched addresses of things that are no money; missing where the chain has none. */
  readonly nfts?: readonly NftMove[];
}

/** Addresses in their canonical spelling. New ones come last, and none ever goes. */
export interface WatchedAddresses {
  readonly size: number;
  has(address: string): boolean;
  keys(): Iterable<string>;
}

export interface BlockFilter {
  /** Keep only transfers to these. Lets the reader skip receipts nobody needs. */
  readonly watch?: WatchedAddresses;
}
