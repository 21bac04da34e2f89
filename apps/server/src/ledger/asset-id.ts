declare const brand: unique symbol;
/** What the ledger counts by: the number that the database gave an asset. */
export type AssetId = number & { readonly [brand]: 'AssetId' };

/** What an asset is. Its symbol says nothing of that: anybody may give a token any symbol (threats T40). */
export interface AssetKey {
  readonly chain: string;
  /** '' is the chain's own coin. */
  readonly contract: string;
  /** '' is all of a contract whose units are alike. */
  readonly tokenId: string;
}
/** All units of a contract, or the chain's own coin: what everything here pays, counts and shows so far. */
export const wholeAsset = (chain: string, contract: string): AssetKey => ({ chain, contract, tokenId: '' });

export type AssetIds = ReadonlyMap<string, AssetId>;

export const assetText = ({ chain, contract, tokenId }: AssetKey): string => `${chain}|${contract}|${tokenId}`;
