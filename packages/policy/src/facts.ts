import type { Intent, Output } from './intent.ts';

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

/**
 * What rules ask beyond the intent and the document. Every signer answers from what it knows itself, never from what the server says; what is
 * not known counts against the transaction.
 */
export interface Facts {
  /** USD per whole coin as decimal text with at most 18 decimals; undefined when there is no fresh price. */
  readonly price: (asset: AssetKey) => string | undefined;
  /** What was spent in the window before now; undefined when nobody counted. */
  readonly spent: (query: WindowQuery) => WindowSum | undefined;
  /** Is this really our own address: derived from the same key group at the path the output names? */
  readonly isInternal: (intent: Intent, output: Output) => boolean;
  /** Is the entry that the output names in the address book, active, cooled down, and for exactly this address, memo, chain and asset? */
  readonly isListed: (intent: Intent, output: Output) => boolean;
  /** Has somebody stopped all signing? Then a change that only takes away goes by the flow too. */
  readonly frozen?: boolean;
  /** Are payees still to be listed although the document asks for it no more: was the whitelist switched off, and does that cool down (`HeldBook`)? */
  readonly whitelistHeld?: boolean;
}

/** Knows nothing: no price, no counters, no own or listed address. The strictest view there is. */
export const nothingKnown: Facts = {
  price: () => undefined,
  spent: () => undefined,
  isInternal: () => false,
  isListed: () => false,
};
