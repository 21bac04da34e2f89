import type { ReplacementTerms } from '../coins.ts';
import type { Anchor, Waiting } from '../models.ts';
import type { AccountResources, Usage } from '../resources.ts';
import type { AssetConfig, FeePlan, FeeTier } from '../types.ts';
import type { BlockFilter, BlockRef, ChainBlock, Header, WholeBlock } from './blocks.ts';
import type { Allowance, Allowances, GasRequest, Simulation, Taking, Things, TokenMove, TriedCall } from './calls.ts';
import type { NftReader } from './nfts.ts';
import type { BroadcastResult, PaymentTree, TxStatus } from './outcomes.ts';
import type { Swaps } from './swaps.ts';

export type { FeeTier };

/** What a token says of itself: texts by strangers, of any length and letters. */
export interface TokenFacts {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** Only where tokens say what they are on the chain itself. */
interface TokenReader {
  /** @param contract in its standard spelling @returns undefined where it is no token */
  tokenFacts?(contract: string): Promise<TokenFacts | undefined>;
}

/** Only where accounts of the chain are registered by name. */
export interface NameReader {
  /** @param text as somebody wrote it @returns the name in its normal form, with its account; undefined where nobody has it, or nobody can */
  accountOfName?(text: string): Promise<{ readonly name: string; readonly address: string } | undefined>;
  /** The name by which an account calls itself, where that name leads back to it. @param address in its standard spelling */
  nameOfAccount?(address: string): Promise<string | undefined>;
}

/**
 * What the server asks of a node of any chain. Every call has a time limit and checks the shape of the answer.
 * All throw RpcError.
 */
interface AnyReader extends NameReader, TokenReader, NftReader {
  /**
   * Makes sure that the node follows this chain. @param seenBefore its first block as it was seen earlier, for networks that this build does not know
   * @returns its first block's hash @throws RpcError `wrongNetwork`
   */
  checkNetwork(seenBefore?: string): Promise<string>;
  tip(): Promise<BlockRef>;
  /** undefined when the chain is not that high. */
  header(height: number): Promise<Header | undefined>;
  /** By height on the best chain, or by hash (also off it, when the node still has it). */
  block(at: number | string, filter?: BlockFilter): Promise<ChainBlock | undefined>;
  /**
   * Consecutive blocks of the best chain from `from` on, at most to `to`. Each names its predecessor as parent. Ends early at the tip, and where more would
   * take too much memory or a block cannot be read: whoever wants the rest asks from there on. None only where the chain ends before `from`.
   */
  blocks(from: number, to: number, filter?: BlockFilter): Promise<readonly ChainBlock[]>;
  /**
   * Only where a block may hold what is older than the block before it: nothing that comes after this one is of an earlier time. Epoch milliseconds. Elsewhere
   * that is the time of the block itself.
   */
  settledTime?(height: number): Promise<number>;
  /** Highest block that can count as final: the finality tag where there is one, else tip + 1 − deposit confirmations. */
  finalizedHeight(): Promise<number>;
  fees(): Promise<readonly [FeeTier, FeeTier, FeeTier]>;
  isContract(address: string): Promise<boolean>;
  /** An unknown outcome (timeout, connection lost) throws; sending the same bytes again is always safe. */
  broadcast(raw: string): Promise<BroadcastResult>;
  /**
   * @param seenIn the block that the transaction was seen in: whether that still stands can be said without an index of transactions
   */
  txStatus(txid: string, seenIn?: string): Promise<TxStatus>;
}

/** Of chains that keep a balance for each address. */
interface BalanceReader extends AnyReader {
  /** At `height`, or the tip. */
  balance(address: string, asset: AssetConfig, height?: number): Promise<bigint>;
}

export interface AccountReader extends BalanceReader {
  readonly model: 'account';
  nonce(address: string, at: 'latest' | 'pending'): Promise<bigint>;
  /** Gas limit with head room: exactly what a plain payment takes, else estimate × 1.5. */
  estimateGas(request: GasRequest): Promise<bigint>;
  /** Only where tokens let others take of them. @param contracts of tokens @param known who was allowed something, should the node not look back so far */
  allowances?(
    owner: string,
    contracts: readonly string[],
    known: readonly Pick<Allowance, 'contract' | 'spender'>[],
  ): Promise<Allowances>;
  /** What a mined transaction moved of tokens, whosever they are; only where contracts are called. */
  moved?(txid: string): Promise<readonly TokenMove[]>;
  /** The places of the rows that a mined payment of many left out; only where a contract pays them. */
  unpaid?(txid: string): Promise<readonly number[]>;
  /** What a call would do if it were made now; only where contracts are called. @param things that matter; asked for where the node tells of nothing by itself */
  simulate?(call: TriedCall, things: () => Promise<Things>): Promise<Simulation>;
  /** One asset for another through the chain's routers; only where there can be any. */
  readonly swaps?: Swaps;
  /** What left an account of a token from a block on, by its own payments and by allowances; only where there are any. */
  taken?(owner: string, contract: string, since: number): Promise<readonly Taking[]>;
  /** Only where a payment is several transactions. @param hash of a message or a transaction, hex @returns undefined when the node knows none */
  tree?(hash: string): Promise<PaymentTree | undefined>;
}

export interface UtxoReader extends AnyReader {
  readonly model: 'utxo';
  /** The least rate that the node takes transactions at now, as a plan has it. */
  leastFees(): Promise<FeePlan>;
  /** What the node asks of a transaction that takes the place of these attempts, of which one waits there at most. */
  replacementTerms(txids: readonly string[]): Promise<ReplacementTerms>;
  /** A transaction that waits in the node's pool, with the size and fee of all that waits before it; undefined where it does not wait there. */
  waiting(txid: string): Promise<Waiting | undefined>;
  /** A block of the best chain as its bytes have it; undefined where the chain is not that high. Only where things are inscribed on sats. */
  whole?(height: number): Promise<WholeBlock | undefined>;
  /** What each input of a transaction of this block brought, base units; only where things are inscribed on sats. */
  brought?(txid: string, seenIn: string): Promise<readonly bigint[]>;
  /** Whose coins a transaction of this block spent, each address once; '' stands for all that the node cannot say. */
  payers(txid: string, seenIn: string): Promise<readonly string[]>;
  /** Is the output unspent, counting the mempool? */
  unspent(txid: string, vout: number): Promise<boolean>;
}

export interface TimedReader extends BalanceReader {
  readonly model: 'timed';
  /** What a plan made now needs of the chain. */
  anchor(): Promise<Anchor>;
  /** What a payment would use up, by the node's own trial of it, and what the payer's resources cover. */
  usage(request: GasRequest & { readonly memo: string }): Promise<Usage>;
  resources(address: string): Promise<AccountResources>;
}

export type ChainReader = AccountReader | UtxoReader | TimedReader;
