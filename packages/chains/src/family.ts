import type { Intent } from '@holdfast/policy';
import type { FeeOffer } from './fee-offer.ts';
import type { MessageRules } from './message.ts';
import type { AccountModel, TimedModel, UtxoModel } from './models.ts';
import type { PaymentLinks } from './payment-link.ts';
import type {
  AddressCheck,
  ChainConfig,
  Curve,
  DecodedOutput,
  DecodedTx,
  KeyAt,
  MemoRule,
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
  /** How wallets write payments as links; missing where they do not. */
  readonly links?: PaymentLinks;
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

export interface FamilyRules<P extends Plan, U extends UnsignedTx> extends FamilyFacts {
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

export type FamilyOf<P extends Plan, U extends UnsignedTx> = FamilyRules<P, U> &
  (AccountModel<P> | UtxoModel<P, U> | TimedModel<P>);

/** A family as everybody else sees it: plans and transactions are opaque, and only their family's. */
export type ChainFamily = FamilyOf<Plan, UnsignedTx>;
