import type { Intent } from '@holdfast/policy';
import type { Coin, CoinRequest, CoinSelection, PlannedCoin, Replacement, ReplacementTerms } from './coins.ts';
import { ChainError } from './errors.ts';
import type { MessageRules } from './message.ts';
import type {
  AccountKey,
  AddressCheck,
  AssetConfig,
  ChainConfig,
  Curve,
  DecodedOutput,
  DecodedTx,
  FeePlan,
  FeeTier,
  KeyAt,
  MemoRule,
  Mismatch,
  Plan,
  Signature,
  SignedTx,
  UnsignedTx,
} from './types.ts';

/** Notes one difference between what was approved and what the bytes say, if there is one. */
export type Same = (field: string, expected: string, seen: string | undefined) => void;

/** What a family compares beyond payees, amounts, asset, source and fee cap, which are the same for all. */
export interface Comparison<P extends Plan> {
  readonly chain: ChainConfig;
  readonly intent: Intent;
  readonly decoded: DecodedTx;
  readonly plan: P;
  readonly keyAt: KeyAt;
  readonly payees: readonly { readonly address: string; readonly amount: bigint }[];
  /** Outputs of the bytes after those of the intent. */
  readonly extra: readonly DecodedOutput[];
}

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

/** One tier of a payment: what it will probably cost, the most it may cost, and what its plan needs. Base units of the chain's own coin. */
export interface FeeOffer {
  readonly level: 1 | 2 | 3;
  readonly rate: string;
  readonly fee: bigint;
  readonly maxFee: bigint;
  readonly plan: FeePlan;
  readonly resources?: ResourceFees;
}

/** Everything that a chain family is to the rest of Holdfast, without a network. `P` and `U` are its own plan and transaction. */
interface FamilyFacts {
  /** Chain ids begin with it: `<id>:<network>`. */
  readonly id: string;
  readonly curve: Curve;
  /** SLIP-44: the first step of derivation paths. */
  readonly coinType: number;
  /** What an intent on these chains says of conflicts, `<id>-<word>`. */
  readonly conflict: string;
  readonly memo: MemoRule;
  /** Do signatures name the network? Where they do not, one made for test coins would also spend the real ones of the same key. */
  readonly networkIsSigned: boolean;
  /** The forms of account that a key can have, by the last step of its path, the usual one first. Missing where there is one. */
  readonly accountForms?: readonly string[];
  /** The two forms of address that keys have by the branch of their path, the usual one first; missing where there is one. */
  readonly addressForms?: readonly [string, string];
  /** Can an address be a contract's? */
  readonly hasContracts: boolean;
  /** Are contracts called by methods with selectors, as rules name them? A rule about calls would speak of nothing elsewhere. */
  readonly namesCalls: boolean;
  /** Do its tokens let others take of them, up to an amount that their owner says? */
  readonly hasAllowances: boolean;
  /** Is a token all said by contract, symbol and decimals, so that members can agree on one? */
  readonly tokensByContract: boolean;
  /** Can members call contracts of it, by data that anybody reads? */
  readonly hasCalls: boolean;
  /** How its keys sign messages that are no transactions; missing where they sign none. */
  readonly messages?: MessageRules;
  /** What whoever follows inscriptions asks of the family; missing where nothing is inscribed. */
  readonly ordinals?: OrdinalFacts;
  /** Source of a pattern by which a screen tells addresses of this family from others. It does not make them valid: `checkAddress` does. */
  readonly addressPattern: string;
  /** Unit of a fee tier's `rate`, e.g. `sat/vB`. */
  readonly feeUnit: string;
  /** Seconds until a payment is usually mined: slow, normal, fast. */
  readonly waitSeconds: readonly [number, number, number];
  /** By the network's part of chain ids: where the public looks up transactions, as `explorer` of a chain's configuration. */
  readonly explorers?: Readonly<Record<string, string>>;
}

/** What things that are inscribed on sats are on these chains. */
export interface OrdinalFacts {
  /** Blocks between two halvings of what a block brings. */
  halving(chain: ChainConfig): number;
  /** How BRC-20 names who has something: the output script, hex. @throws ChainError `badAddress` */
  holderOf(chain: ChainConfig, address: string): string;
}

/** What a transaction offers of its own will to whoever mines it soon, for each piece of size or computing. */
export interface Bids<P extends Plan> {
  /** E.g. `wei per gas`. */
  readonly unit: string;
  /** Nobody loses much by so much or less, whatever was offered before. */
  readonly usual: bigint;
  /** @throws ChainError `badPlan` */
  of(plan: P): bigint;
}

/** How one transaction of a family pays many. */
export interface Disperse {
  readonly maxRows: number;
  /** The contract that does it, the same on every chain of the family; '' where a transaction has many payees of itself. */
  readonly contract: string;
  /**
   * What a node is asked, by JSON-RPC, and whether it answers that the contract stands there; only where there is one. `asks`: the first that the node knows is what
   * counts. `lasts`: no reorganisation takes back what was answered. `isUnknown`: the node says by this error that it does not know the question.
   */
  readonly code?: {
    readonly method: string;
    readonly asks: readonly { readonly params: readonly string[]; readonly lasts: boolean }[];
    isThere(answer: unknown): boolean;
    isUnknown(error: unknown): boolean;
  };
}

interface FamilyRules<P extends Plan, U extends UnsignedTx> extends FamilyFacts {
  /** @param path of the key, which says the form of the account where there are several; without it the usual one */
  addressOf(chain: ChainConfig, publicKey: Uint8Array, path?: string): string;
  /** Valid addresses come back in their one canonical spelling. */
  checkAddress(chain: ChainConfig, text: string): AddressCheck;
  /** How many payees one transaction has at most. */
  readonly maxOutputs: number;
  /** How one transaction pays rows that are bound by their root; missing where each takes one of its own. */
  readonly disperse?: Disperse;
  /** The most that a payment may cost so that so many others can take its place, each for no more than nodes ask; missing where nothing takes its place. @throws ChainError `badPlan` */
  capFor?(offer: Pick<FeeOffer, 'fee' | 'maxFee' | 'plan'>, times: number): bigint;
  /** The least that nodes relay to an address, base units. @throws ChainError `badAddress` */
  leastPayment(chain: ChainConfig, address: string): bigint;
  /**
   * Reads a plan that came from somebody else (the server, for a signer): its form and its size. What its values mean is checked
   * by `build`. @throws ChainError `badPlan`
   */
  readPlan(value: unknown): P;
  /** Path of our own address that takes change; '' when there is none. */
  changePathOf(plan: P): string;
  /** From when on the chain takes no transaction of this plan, epoch milliseconds; undefined where none ever dies. @throws ChainError `badPlan` */
  untilOf(plan: P): number | undefined;
  /** Missing where the chain alone says what a transaction costs. */
  readonly bids?: Bids<P>;
  /** Deterministic. @throws ChainError */
  build(chain: ChainConfig, intent: Intent, plan: P, keyAt: KeyAt): U;
  /** What a step of a payment asks for in the chain's own coin, by another way than `build` takes; missing where no payment has steps. @throws ChainError */
  stepAsPayment?(chain: ChainConfig, intent: Intent, plan: P, keyAt: KeyAt): Intent;
  /** Reads the bytes back with a parser of its own. @throws ChainError */
  decode(chain: ChainConfig, unsigned: U): DecodedTx;
  /** The family's part of `compareWithIntent`. @throws ChainError */
  compare(comparison: Comparison<P>, same: Same): void;
  /** Checks the scheme of every signature, and the signature against its key, before it is used. @throws ChainError */
  attach(chain: ChainConfig, unsigned: U, signatures: readonly Signature[]): SignedTx;
}

/** Chains whose coins lie in accounts, and whose transactions of one account are mined in the order of their nonces. */
interface AccountModel<P extends Plan> {
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

/** Chains whose coins are outputs of transactions, each spent once and whole. */
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

interface UtxoModel<P extends Plan, U extends UnsignedTx> {
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

/**
 * Chains whose transactions have no nonce and spend no outputs: each is a place of its own, mined once at most, and dead after a time that it names itself.
 * Nothing takes the place of another, and nothing is sped up.
 */
interface TimedModel<P extends Plan> {
  readonly model: 'timed';
  /** Are there resources that coins are staked for? */
  readonly hasStake: boolean;
  /** The most that anything done with stake may cost, its plan's fields, and how long a block of a lock is meant to take; undefined where there is none. */
  readonly stakeOffer: { readonly maxFee: bigint; readonly plan: FeePlan; readonly blockMs: number } | undefined;
  /** @param until epoch milliseconds @param stamp makes two plans of one moment differ, epoch milliseconds */
  planFrom(anchor: Anchor, times: { readonly until: number; readonly stamp: number }, fees: FeePlan): P;
  feeOffer(tier: FeeTier, asset: AssetConfig, memo: string, usage: Usage): FeeOffer;
}

export type FamilyOf<P extends Plan, U extends UnsignedTx> = FamilyRules<P, U> &
  (AccountModel<P> | UtxoModel<P, U> | TimedModel<P>);

/** A family as everybody else sees it: plans and transactions are opaque, and only their family's. */
export type ChainFamily = FamilyOf<Plan, UnsignedTx>;

/**
 * Forgets a family's own types. A plan or transaction that names this family was made by it (`readPlan`, `planAt`, `planWith`, `build`); what names
 * another is refused here, before any code of the family sees it. That makes the loss of the types safe: method parameters are compared in both
 * directions, so the compiler lets the narrower family stand for the wider one, and this check is what the compiler does not make.
 */
export function opaque<P extends Plan, U extends UnsignedTx>(typed: FamilyOf<P, U>): ChainFamily {
  const family: ChainFamily = typed;
  const own = <T extends { readonly family: string }>(value: T): T => {
    if (value.family !== family.id) throw new ChainError('wrongFamily', value.family);
    return value;
  };
  const { bids, stepAsPayment } = family;
  const guarded: FamilyRules<Plan, UnsignedTx> = {
    ...family,
    ...(bids ? { bids: { ...bids, of: (plan) => bids.of(own(plan)) } } : {}),
    changePathOf: (plan) => family.changePathOf(own(plan)),
    untilOf: (plan) => family.untilOf(own(plan)),
    ...(stepAsPayment
      ? {
          stepAsPayment: (chain: ChainConfig, intent: Intent, plan: Plan, keyAt: KeyAt) =>
            stepAsPayment(chain, intent, own(plan), keyAt),
        }
      : {}),
    build: (chain, intent, plan, keyAt) => family.build(chain, intent, own(plan), keyAt),
    decode: (chain, unsigned) => family.decode(chain, own(unsigned)),
    compare: (comparison, same) => family.compare({ ...comparison, plan: own(comparison.plan) }, same),
    attach: (chain, unsigned, signatures) => family.attach(chain, own(unsigned), signatures),
  };
  if (family.model === 'utxo') {
    const { inputsOf, replaceCoins, inspection, steps } = family;
    return {
      ...family,
      ...guarded,
      ...(inspection
        ? {
            inspection: {
              ...inspection,
              write: (unsigned, plan, keys) => inspection.write(own(unsigned), own(plan), keys),
              compare: (chain, unsigned, text) => inspection.compare(chain, own(unsigned), text),
            },
          }
        : {}),
      ...(steps
        ? { steps: { ...steps, sending: (plan: Plan, commit: string) => steps.sending(own(plan), commit) } }
        : {}),
      inputsOf: (plan) => inputsOf(own(plan)),
      replaceCoins: (chain, old, coins, request, terms) =>
        replaceCoins(chain, { ...old, plan: own(old.plan) }, coins, request, terms),
    };
  }
  if (family.model !== 'account' || !family.replaceFees) return { ...family, ...guarded };
  const { replaceFees, replaceOffer, replaceWithin } = family;
  const within = (old: Plan, wanted: FeePlan, most: bigint) => replaceWithin?.(own(old), wanted, most);
  return {
    ...family,
    ...guarded,
    replaceFees: (old, wanted) => replaceFees(own(old), wanted),
    ...(replaceOffer ? { replaceOffer: (old: Plan, tier: FeeTier) => replaceOffer(own(old), tier) } : {}),
    ...(replaceWithin ? { replaceWithin: within } : {}),
  };
}
