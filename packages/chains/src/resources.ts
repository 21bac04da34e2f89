/** One resource of the paying account: units that the payment takes, units of the account's own that cover it, and what is burnt for the rest. */
export interface ResourceUse {
  readonly needed: bigint;
  readonly covered: bigint;
  /** Base units of the chain's own coin. */
  readonly fee: bigint;
}

/** What is staked for: bytes of transactions, or computing. */
export type Resource = 'bandwidth' | 'energy';

interface Meter {
  readonly limit: bigint;
  readonly used: bigint;
}

type ByResource = Readonly<Record<Resource, bigint>>;

/** Coins on their way back from stake. `freeAt`: epoch milliseconds. */
export interface Unfreezing {
  readonly resource: Resource;
  readonly amount: bigint;
  readonly freeAt: number;
}

/** `amount`: staked coins whose resource another account has. `lockedUntil`: epoch milliseconds, 0 where it can be taken back at any time. */
export interface Delegation {
  readonly to: string;
  readonly resource: Resource;
  readonly amount: bigint;
  readonly lockedUntil: number;
}

/** What everybody's stake gives together: so many units a day for so many whole coins. */
export interface Pool {
  readonly units: bigint;
  readonly coins: bigint;
}

/** What the chain says of stake. Periods in milliseconds. */
export interface StakeTerms {
  readonly pools: Readonly<Record<Resource, Pool>>;
  /** From unstaking until coins can be withdrawn. */
  readonly waitMs: number;
  /** Of a delegation's lock, in blocks. */
  readonly mostLockBlocks: number;
  readonly blockMs: number;
  /** Unstakings that may wait at once. */
  readonly mostUnfreezing: number;
  /** Fewer base units are neither staked nor delegated. */
  readonly least: bigint;
}

/** What an account has of a chain's resources, and what it has staked for them. Coins in base units. */
export interface AccountResources {
  readonly bandwidth: { readonly free: Meter; readonly staked: Meter };
  readonly energy: Meter;
  /** Staked for the account's own use. */
  readonly stake: ByResource;
  readonly delegatedOut: ByResource;
  readonly delegatedIn: ByResource;
  readonly unfreezing: readonly Unfreezing[];
  /** Of `delegatedOut`, by receiver. */
  readonly delegations: readonly Delegation[];
  /** Of `stake`, whose resource is not in use and can be delegated now. */
  readonly delegatable: ByResource;
  /** What anything done with stake will probably cost it now. */
  readonly stakeFee: bigint;
  readonly terms: StakeTerms;
}

/** Of what a payment's fee is made, on a chain with resources of its own beside coins. Base units of the chain's own coin. */
export interface ResourceFees {
  readonly bandwidth: ResourceUse;
  readonly energy: ResourceUse;
  /** For a payee whose account does not exist yet. */
  readonly activationFee: bigint;
  readonly memoFee: bigint;
  /** The most that computing may burn, as it will stand in the transaction. */
  readonly feeLimit: bigint;
  /** The payee holds none of the token yet, which takes more energy. */
  readonly firstOfToken: boolean;
}

/** What a payment will use up on a chain that has resources of its own beside coins. */
export interface Usage {
  /** Units of computing that it may take. */
  readonly energy: bigint;
  /** Of those, what the payer's own resources cover now. */
  readonly ownEnergy: bigint;
  /** Missing where the chain counts no bytes. */
  readonly bandwidth?: ResourceUse;
  /** Base units that it will probably cost beside `energy` and `bandwidth`: for the payee's account, and for the memo. */
  readonly activationFee: bigint;
  readonly memoFee: bigint;
  readonly firstOfToken: boolean;
}
