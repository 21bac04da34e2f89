/** `chain|contract`: the name under which an asset is counted and priced. */
export type AssetKey = string;
export const assetKey = (chain: string, contract: string): AssetKey => `${chain}|${contract}`;

/** How much of a window's scope: everything of a sub-wallet, of the workspace, or what one member asked for. */
export type Scope = 'wallet' | 'workspace' | 'member';

export interface WindowQuery {
  readonly hours: number;
  readonly scope: Scope;
  readonly wallet: string;
  readonly member: string;
  /** Which assets are summed. */
  readonly counts: (asset: AssetKey) => boolean;
  /** The intent in question; should it be in the books already, it is not counted twice. */
  readonly except: string;
}

/** Sum over a window. `cents` is missing when the value of something in it is not known. */
export interface WindowSum {
  readonly units: bigint;
  readonly cents: bigint | undefined;
}

/** What conditions of rules ask beyond the transaction and the document. */
export interface RuleFacts {
  /** USD per whole coin as decimal text with at most 18 decimals; undefined when there is no fresh price. */
  readonly price: (asset: AssetKey) => string | undefined;
  /** What it was when the payment was asked for, where a price has risen since: what held then holds too. */
  readonly priceThen?: (asset: AssetKey) => string | undefined;
  /** What was spent in the window before now; undefined when nobody counted. */
  readonly spent: (query: WindowQuery) => WindowSum | undefined;
}
