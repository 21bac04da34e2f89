/** What every UTXO family says of coins: outputs of ours that a payment can spend. */

export interface Coin {
  readonly txid: string;
  readonly vout: number;
  /** Base units. */
  readonly amount: bigint;
  /** Of its key, which says how it is spent; left out, as most are. */
  readonly path?: string;
  /** Of the transaction that made it, which goes to the signers with a plan that spends it. Left out: few. */
  readonly prevBytes?: number;
}

export interface CoinRequest {
  readonly outputs: readonly { readonly address: string; readonly amount: bigint }[];
  /** System address that would take the change. */
  readonly changeAddress: string;
  /** `txid:vout` held by other orders; never chosen. */
  readonly reserved?: ReadonlySet<string>;
  /** `txid:vout` that are spent whatever else is: those of ended payments that may still be made, so that only one of both is. */
  readonly first?: ReadonlySet<string>;
  /** Base units that the fee may not exceed: what is too little to come back as change is part of it. */
  readonly maxFee?: bigint;
}

export interface CoinSelection<C extends Coin = Coin> {
  readonly coins: readonly C[];
  /** Base units that come back; 0n = the plan needs no change path. */
  readonly change: bigint;
  /** Exactly what `build` will pay for this selection at this rate. */
  readonly fee: bigint;
}

/** What nodes ask of a transaction that takes the place of another, beside that it pays more for its size. */
export interface ReplacementTerms {
  /** Base units that whatever leaves their pools by it pays; 0n where they know nothing of it. */
  readonly evicted: bigint;
  /** How much more than that it has to pay, for its size: a plan's fields. */
  readonly more: Readonly<Record<string, string>>;
}

/** What spends the coins of another transaction, and these besides. */
export interface Replacement<C extends Coin = Coin> extends CoinSelection<C> {
  /** Whose rate makes `fee`. */
  readonly fees: Readonly<Record<string, string>>;
  /** In the unit that the rate is for. */
  readonly size: number;
}

/** A chosen coin as a plan names it: with the path of its key and the raw transaction that made it. */
export interface PlannedCoin {
  readonly txid: string;
  readonly vout: number;
  readonly path: string;
  readonly prevTx: string;
}
