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
export interface NftReader {
  /** How many of it the account has now. */
  nftHeld?(nft: Nft, owner: string): Promise<bigint>;
  nftTold?(nft: Nft): Promise<NftTold>;
}
