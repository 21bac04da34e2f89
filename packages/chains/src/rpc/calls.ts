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

/** A call that is only tried. */
export interface TriedCall {
  readonly from: string;
  /** '' where the data begins a contract. */
  readonly to: string;
  /** Base units of the chain's coin that go along. */
  readonly amount: bigint;
  /** `0x…` */
  readonly data: string;
}

/** What a node is asked about by name, where it tells of nothing by itself: tokens by their contracts, and NFTs. */
export interface Things {
  readonly tokens: readonly string[];
  readonly nfts: readonly Pick<TriedNft, 'contract' | 'tokenId'>[];
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
  /**
   * There where the node tells only what the account has before and after, of its coins and of the things that it was asked about: whom it goes to is '', and of these
   * tokens their contracts do not say.
   */
  readonly untold?: readonly string[];
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
