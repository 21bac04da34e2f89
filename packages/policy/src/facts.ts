import type { Intent, Output } from './intent.ts';
import type { RuleFacts } from './rule-facts.ts';

/**
 * What rules ask beyond the intent and the document. Every signer answers from what it knows itself, never from what the server says; what is
 * not known counts against the transaction.
 */
export interface Facts extends RuleFacts {
  /** Does the highest fee count in windows? Signers and server say so; what was judged before they did is judged without. */
  readonly feesCount?: boolean;
  /** Is this really our own address: derived from the same key group at the path the output names? */
  readonly isInternal: (intent: Intent, output: Output) => boolean;
  /** Is the entry that the output names in the address book, active, cooled down, and for exactly this address, memo, chain and asset? */
  readonly isListed: (intent: Intent, output: Output) => boolean;
  /** The methods that members agreed on for the contract at this output: those of its entry; none where nothing was agreed, or nobody knows. */
  readonly methodsOf?: (intent: Intent, output: Output) => readonly string[];
  /** Has somebody stopped all signing? Then a change that only takes away goes by the flow too. */
  readonly frozen?: boolean;
  /** Are payees still to be listed although the document asks for it no more: was the whitelist switched off, and does that cool down (`GraceRules`)? */
  readonly whitelistHeld?: boolean;
}

/** Knows nothing: no price, no counters, no own or listed address. The strictest view there is. */
export const nothingKnown: Facts = {
  price: () => undefined,
  spent: () => undefined,
  isInternal: () => false,
  isListed: () => false,
};
