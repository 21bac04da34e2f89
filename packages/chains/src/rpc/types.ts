import type { ReplacementTerms } from '../coins.ts';
import type { AccountResources, Anchor, Usage, Waiting } from '../family.ts';
import type { WholeTx } from '../ordinals/types.ts';
import type { AssetConfig, ChainRouter, FeePlan, FeeTier } from '../types.ts';

export type { FeeTier };

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

/** One thing of which there is one (721) or a few (1155), as a contract names it. */
export interface Nft {
  readonly contract: string;
  readonly tokenId: bigint;
  readonly standard: '721' | '1155';
}

/** An event of a contract that anybody may have written: whether it is true says what the contract answers (`nftHeld`). */
export interface NftMove extends Nft {
  readonly txid: string;
  /** Unique with `txid` and `item` within one block. */
  readonly index: number;
  /** Its place among those of the same event. */
  readonly item: number;
  readonly amount: bigint;
  readonly from: string;
  readonly to: string;
}

/** Texts by strangers: what a contract calls itself, and where one thing of it is described. */
export interface NftTold {
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

/** Only where a chain has things that are no money. */
interface NftReader {
  /** How many of it the account has now. */
  nftHeld?(nft: Nft, owner: string): Promise<bigint>;
  nftTold?(nft: Nft): Promise<NftTold>;
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

export interface GasRequest {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** '' = native. */
  readonly contract: string;
  /** Not to pay so much, but to let `to` take it. */
  readonly allows?: boolean;
  /** Not to pay, but to call `to` with this data, `0x…`; `amount` goes along. Where `to` is '' it begins a contract. */
  readonly data?: string;
}

export type RefusalReason =
  | 'nonceTooLow'
  | 'insufficientFunds'
  | 'feeTooLow'
  | 'replacementUnderpriced'
  | 'inputsSpent'
  | 'notFinal'
  | 'expired'
  | 'invalid'
  | 'other';

/** `known`: the node already has exactly these bytes, in its mempool or in a block. */
export type BroadcastResult = 'accepted' | 'known' | { readonly refused: RefusalReason; readonly message: string };

export type TxStatus =
  /** `reason`: the node's own words, where it says why it does not know. */
  | { readonly state: 'unknown'; readonly reason?: string }
  | { readonly state: 'mempool' }
  | {
      readonly state: 'mined';
      readonly height: number;
      readonly hash: string;
      readonly success: boolean;
      /** What it really cost, base units of the chain's own coin; undefined when the node cannot say. */
      readonly fee: bigint | undefined;
      /** Coins that came back from stake by it, base units of the chain's own coin; missing where there is no stake. */
      readonly released?: bigint;
      /** What it moved of tokens, where other blocks than its own say that; missing where its block does. */
      readonly moved?: readonly Pick<Transfer, 'from' | 'to' | 'contract' | 'amount'>[];
    };

/** Why a step of a payment ended as it did, in a word that screens have texts for. */
export type ExitWord =
  | 'done'
  | 'stack'
  | 'number'
  | 'cell'
  | 'code'
  | 'method'
  | 'gas'
  | 'actions'
  | 'destination'
  | 'funds'
  | 'noCode'
  | 'noGas'
  | 'stopped'
  | 'signatureOff'
  | 'seqno'
  | 'walletId'
  | 'signature'
  | 'expired'
  | 'walletForm'
  | 'notOwner'
  | 'tokenBalance'
  | 'notItsWallet'
  | 'payload'
  | 'attached'
  | 'locked'
  | 'unknownCall'
  | 'own';

export type StepKind =
  | 'external'
  | 'coins'
  | 'tokenTransfer'
  | 'tokenPassed'
  | 'tokenTold'
  | 'left'
  | 'bounced'
  | 'call'
  | 'own';

/** One transaction of several that a payment is made of: what one account did with one message. Amounts in base units of the chain's coin. */
export interface PaymentStep {
  readonly hash: string;
  /** The transaction that sent it its message; '' where the tree has none. */
  readonly parent: string;
  /** How many came before it on its way. */
  readonly depth: number;
  readonly kind: StepKind;
  readonly account: string;
  /** Order among all transactions: greater is later. */
  readonly lt: bigint;
  readonly height: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The message that it took; `from` '' = from outside. undefined for what the chain does by itself. */
  readonly message: { readonly hash: string; readonly from: string; readonly amount: bigint } | undefined;
  readonly sent: readonly { readonly hash: string; readonly to: string; readonly amount: bigint }[];
  readonly success: boolean;
  /** undefined where no code ran. */
  readonly exitCode: number | undefined;
  readonly exit: ExitWord;
  readonly fee: bigint;
  /** Tokens that it is about; `contract` '' = of a token that nobody vouches for. */
  readonly token?: { readonly contract: string; readonly amount: bigint };
  /** What the payer told with it; '' = nothing. */
  readonly memo: string;
}

/** A payment that is several transactions. */
export interface PaymentTree {
  /** Hash of the message that began it, as a payment is known by it; '' where none came from outside. */
  readonly txid: string;
  /** Each after the one that caused it; not all of a very large tree. */
  readonly steps: readonly PaymentStep[];
  /** How many there are. */
  readonly total: number;
  /** Nothing of it is on its way, and all its blocks are final. */
  readonly isFinal: boolean;
}

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

/** How much of a token somebody may take. Base units. */
export interface Allowance {
  readonly contract: string;
  readonly spender: string;
  readonly amount: bigint;
}
export interface Allowances {
  /** Did the node tell of all that were ever given? Else there may be others. */
  readonly complete: boolean;
  readonly list: readonly Allowance[];
}

/** What moved of a token in one transaction. Base units. */
export interface TokenMove {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** An NFT, or some of one number, that a call would move. */
export interface TriedNft {
  readonly contract: string;
  readonly tokenId: bigint;
  readonly amount: bigint;
  readonly from: string;
  readonly to: string;
}

/** What a contract would tell while a call is made: its word. */
export interface TriedEvent {
  readonly contract: string;
  /** Hash of the event's signature, `0x…`; '' where it has none. */
  readonly topic: string;
  /** `Approval`; '' where no standard has it. */
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly text: string }[];
}

/** What a node says that a call would do now. It is its word, and signers do not go by it. */
export interface Simulation {
  /** It would be made; else it would fail, and cost its fee. */
  readonly success: boolean;
  /** Why it would fail, in the contract's own words; '' where it says none. */
  readonly reason: string;
  /** Units of computing that it would take; undefined where the node does not say. */
  readonly gas: bigint | undefined;
  /** What it would move, of the chain's own coin ('') too; undefined where the node cannot say that, and only whether it fails. */
  readonly moves: readonly TokenMove[] | undefined;
  /** NFTs that it would move; left out where the node does not say what is moved. */
  readonly nfts?: readonly TriedNft[];
  /** What contracts would tell meanwhile, in its order; left out where the node does not say. */
  readonly events?: readonly TriedEvent[];
}

/** What left an account of a token. */
export interface Taking {
  readonly txid: string;
  /** Unique with `txid`. */
  readonly index: number;
  readonly height: number;
  /** '' = it was burnt. */
  readonly to: string;
  /** Base units, as text: answers of several nodes are compared. */
  readonly amount: string;
}

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
  /** What a call would do if it were made now; only where contracts are called. */
  simulate?(call: Pick<GasRequest, 'from' | 'to' | 'amount'> & { readonly data: string }): Promise<Simulation>;
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
