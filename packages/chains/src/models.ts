import type { Intent } from '@holdfast/policy';
import type { Coin, CoinRequest, CoinSelection, PlannedCoin, Replacement, ReplacementTerms } from './coins.ts';
import type { FeeOffer } from './fee-offer.ts';
import type { Usage } from './resources.ts';
import type {
  AccountKey,
  AssetConfig,
  ChainConfig,
  FeePlan,
  FeeTier,
  KeyAt,
  Mismatch,
  Plan,
  UnsignedTx,
} from './types.ts';

/** Chains whose coins lie in accounts, and whose transactions of one account are mined in the order of their nonces. */
export interface AccountModel<P extends Plan> {
  readonly model: 'account';
  /** The one name of the place that a transaction takes: `chain|account|nonce`. */
  laneOf(key: AccountKey): string;
  /** The address of a contract that a transaction of the account deploys at this nonce; missing where members deploy none. */
  createdAt?(account: string, nonce: bigint): string;
  /** @param until when the transaction is to die where it does, epoch milliseconds */
  planAt(nonce: bigint, fees: FeePlan, until: number): P;
  /** For when a node will not estimate: the account may be empty yet. */
  gasWithoutEstimate(asset: AssetConfig): bigint;
  /** Who is called to pay many (`disperse`), and the gas that it takes by an estimate; only where a contract does. @param token '' for the chain's own coin */
  readonly dispersing?: {
    call(
      token: string,
      rows: readonly { readonly address: string; readonly amount: bigint }[],
    ): { readonly to: string; readonly value: bigint; readonly data: string };
    gas(token: string, rows: number, estimate: bigint): bigint;
  };
  feeOffer(tier: FeeTier, gasLimit: bigint): FeeOffer;
  /** A plan for the same nonce that nodes take instead of the old one; missing where nothing is mined sooner for more. @throws ChainError `badPlan` */
  replaceFees?(old: P, wanted: FeePlan): P;
  /** What a transaction in the place of that one costs at this tier, or at the least that nodes take. @throws ChainError `badPlan` */
  replaceOffer?(old: P, tier: FeeTier): FeeOffer;
  /** The same for no more than `most`, base units: less than is wanted where that is too much; undefined where nodes ask for more. @throws ChainError `badPlan` */
  replaceWithin?(old: P, wanted: FeePlan, most: bigint): P | undefined;
}

/** Whose keys a transaction's are, as other tools are told it. */
export interface InspectionKeys {
  /** The group's root, SEC1 compressed, 66 hex. */
  readonly root: string;
  readonly keyAt: KeyAt;
}

/** What a file of another tool says of a transaction, however it is signed. */
export interface Inspected {
  /** In what it is another transaction than ours; empty where it is the same. */
  readonly differences: readonly Mismatch[];
  /** Inputs for which it has a signature. */
  readonly signatures: number;
}

/** A transaction that waits for a block, together with everything that it waits for. */
export interface Waiting {
  /** Without witness, hex. */
  readonly raw: string;
  /** In the unit that rates are for. */
  readonly size: number;
  /** Base units. */
  readonly fee: bigint;
  /** How many transactions that is, itself among them. */
  readonly count: number;
  /** How many there are that wait for it, itself among them. */
  readonly after: number;
}

/** Chains whose coins are outputs of transactions, each spent once and whole. */
export interface UtxoModel<P extends Plan, U extends UnsignedTx> {
  readonly model: 'utxo';
  /** Coins that one transaction may spend. */
  readonly maxInputs: number;
  /** The coins of which any `maxInputs` make a plan that signers' messages have room for. @param coins those that matter most first */
  carriable<C extends Coin>(coins: readonly C[]): C[];
  /**
   * Deterministic; never a reserved coin. @returns undefined when no `maxInputs` of the free coins cover amount and fee
   * @throws ChainError `badAddress`, `badPlan` (fees)
   */
  selectCoins<C extends Coin>(
    chain: ChainConfig,
    coins: readonly C[],
    request: CoinRequest,
    fees: FeePlan,
  ): CoinSelection<C> | undefined;
  /** What a transaction of so many inputs to these addresses costs, base units. @throws ChainError `badAddress`, `badPlan` */
  costOf(chain: ChainConfig, inputs: number, addresses: readonly string[], fees: FeePlan): bigint;
  /** The same fees, but no less than these. @throws ChainError `badPlan` */
  raiseFees(fees: FeePlan, least: FeePlan): FeePlan;
  /** What a transaction spends, `txid:vout`. @param raw hex @throws ChainError `badBytes` */
  spentBy(raw: string): readonly string[];
  /** @param changePath '' = no change */
  planWith(coins: readonly PlannedCoin[], changePath: string, fees: FeePlan): P;
  /** `size` in the unit that the rate is for. @throws ChainError `badAddress` */
  feeOffer(
    chain: ChainConfig,
    tier: FeeTier,
    coins: readonly Coin[],
    request: CoinRequest,
  ): FeeOffer & { readonly size: number };
  /** The form of what comes back: that of a payee where keys of ours have it, so that it is not told apart by its form. */
  changeForm(chain: ChainConfig, addresses: readonly string[]): 0 | 1;
  /** The inputs of a plan, to be planned once more. */
  inputsOf(plan: P): readonly PlannedCoin[];
  /**
   * Spends all that a signed transaction spends, at these fees or at the least that nodes take in its place. What comes back pays for it, and further coins only
   * where that is too little. Deterministic. @param raw of the signed one @param coins that are free
   * @returns undefined where coins do not cover it
   * @throws ChainError `badAddress`, `badPlan`, `badBytes`
   */
  replaceCoins<C extends Coin>(
    chain: ChainConfig,
    old: { readonly plan: P; readonly raw: string },
    coins: readonly C[],
    request: CoinRequest,
    terms: ReplacementTerms & { readonly fees: FeePlan },
  ): Replacement<C> | undefined;
  /** A transaction as a file that other tools read, without signatures, and such a file compared with it; missing where there is no such form. */
  readonly inspection?: {
    /** What files of that form are called, e.g. `psbt`. */
    readonly form: string;
    write(unsigned: U, plan: P, keys: InspectionKeys): string;
    /** Nothing of the file is ever signed or sent. @throws ChainError `badBytes` */
    compare(chain: ChainConfig, unsigned: U, text: string): Inspected;
  };
  /**
   * What a transaction costs that spends one output to an own address, so that it and what it came by pay the rate of a tier together.
   * @returns undefined where the output does not bring as much @throws ChainError `badAddress`, `badPlan`
   */
  childOffer(
    chain: ChainConfig,
    tier: FeeTier,
    coin: Coin,
    parent: Waiting,
    changeAddress: string,
  ): FeeOffer | undefined;
  /** Plans of a payment that takes several transactions, and what all of them cost at these fees at most, base units. @throws ChainError */
  readonly steps?: {
    reveal(intent: Intent, commit: string, fees: FeePlan): P;
    sending(plan: P, commit: string): P;
    cost(
      chain: ChainConfig,
      payment: Pick<Intent, 'asset' | 'outputs' | 'from' | 'wallet'>,
      keyAt: KeyAt,
      fees: FeePlan,
    ): bigint;
  };
  /** What a transaction pays, in its order: `''` where no address is. @param raw hex @throws ChainError `badBytes` */
  paidBy(chain: ChainConfig, raw: string): readonly { readonly address: string; readonly amount: bigint }[];
  /** What is agreed to for this rate, in `feeUnit`. @throws ChainError `badPlan` */
  feesAt(rate: string): FeePlan;
  /** The same transaction as its id is of it. @param raw hex @throws ChainError `badBytes` */
  withoutWitness(raw: string): string;
  /** What such a replacement costs at a tier, with room for what nodes ask for by then. */
  replaceOffer(tier: FeeTier, replacement: Replacement): FeeOffer;
}

/** What a plan needs of the chain as it is now: the family's own fields, as its reader gives them (`TimedReader.anchor`). */
export type Anchor = Readonly<Record<string, string>>;

/**
 * Chains whose transactions have no nonce and spend no outputs: each is a place of its own, mined once at most, and dead after a time that it names itself.
 * Nothing takes the place of another, and nothing is sped up.
 */
export interface TimedModel<P extends Plan> {
  readonly model: 'timed';
  /** Are there resources that coins are staked for? */
  readonly hasStake: boolean;
  /** The most that anything done with stake may cost, its plan's fields, and how long a block of a lock is meant to take; undefined where there is none. */
  readonly stakeOffer: { readonly maxFee: bigint; readonly plan: FeePlan; readonly blockMs: number } | undefined;
  /** @param until epoch milliseconds @param stamp makes two plans of one moment differ, epoch milliseconds */
  planFrom(anchor: Anchor, times: { readonly until: number; readonly stamp: number }, fees: FeePlan): P;
  feeOffer(tier: FeeTier, asset: AssetConfig, memo: string, usage: Usage): FeeOffer;
}
