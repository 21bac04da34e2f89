/** What a chain says of us, read from its node and from nothing else. Amounts in base units. */

export interface Movement {
  readonly txid: string;
  readonly symbol: string;
  readonly address: string;
  readonly units: bigint;
}

/** Something done with the stake of an account, mined and successful. */
export interface StakeDone {
  readonly txid: string;
  readonly kind: 'stake' | 'unstake' | 'unfrozen' | 'delegate' | 'reclaim';
  readonly account: string;
  /** Who uses what comes of it; '' where nobody else is concerned. */
  readonly to: string;
  /** '' where the chain is not told. */
  readonly resource: string;
  readonly units: bigint;
}
export interface ChainFacts {
  /** From us to somebody else, mined and successful. */
  readonly payments: readonly Movement[];
  /** From somebody else to us. */
  readonly receipts: readonly Movement[];
  /** What the faucet paid us, as it names it, where a receipt has another id or is a little less. */
  readonly given?: readonly Movement[];
  /** `address symbol` → units, as the node says. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** By us or to us, where coins are staked. */
  readonly stakes?: readonly StakeDone[];
  /** The same as `balances`, of what is staked or on its way back. */
  readonly staked?: ReadonlyMap<string, bigint>;
  /** Our transactions that the chain took but that did nothing. */
  readonly failed: readonly string[];
  /** account → nonces that our mined transactions do not cover from 0 on. */
  readonly nonceGaps: ReadonlyMap<string, readonly number[]>;
}
