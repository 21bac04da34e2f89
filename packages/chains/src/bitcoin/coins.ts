/** An output we could spend. */
export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}

export interface SelectionRequest {
  /** Amount of every output that is to be paid, with its address (its size decides the fee). */
  readonly outputs: readonly { readonly address: string; readonly amount: bigint }[];
  readonly changeAddress: string;
  /** sat/vB, decimal text with at most three decimals. */
  readonly feeRate: string;
  /** `txid:vout` held by other orders; never chosen. */
  readonly reserved?: ReadonlySet<string>;
}

export interface CoinSelection {
  readonly coins: readonly Coin[];
  /** Whether the plan needs a `changePath`. */
  readonly change: bigint;
  readonly fee: bigint;
}
