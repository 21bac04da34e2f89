import type { ChainConfig } from '@holdfast/chains';
import type { TransactionRecord, transactionType } from '@holdfast/contract';
import type { Intent, IntentKind } from '@holdfast/policy';
import type { OrderRequest } from '../request.ts';

/** What takes the place of a payment under way: the payment once more, or nothing. */
export type Attempting = 'speed_up' | 'drop';

/** What is done by an order that pays nobody, as screens tell it. */
export type Deed = NonNullable<TransactionRecord['stake']>['kind'];
/** Base units, of a coin with so many decimals. */
export interface Sum {
  readonly amount: bigint;
  readonly decimals: number;
}

/** All that tells one kind of order from another. */
export interface OrderKindRecord {
  /** What members sign of it. */
  readonly intent: IntentKind;
  /**
   * Where the amount is once the chain has made it final: with whom it was paid to, or in stake. `nowhere`: it moves nothing that is available, so that
   * nothing but the fee is held.
   */
  readonly goes: 'chain' | 'staked' | 'nowhere';
  /** Does something leave the sub-wallet by it beside its fee? Coins that become stake, or are delegated, stay its own. Of a batch its rows pay. */
  readonly pays: boolean;
  /** Does its amount count in the windows of rules? Of a batch none of its rows counts beside it. */
  readonly counts: boolean;
  /** Is it no transaction itself, and carried out by an order for each of its outputs (`batches.ts`)? */
  readonly isSplit?: true;
  /** Is it over once it is signed, since no transaction is made of it? */
  readonly isSigned?: true;
  /** Does it say of tokens, too, how much leaves by it (`outflows.ts`), beside its own amount? */
  readonly hasOutflows?: true;
  /** Whether it takes a payment's place itself. */
  readonly attempts?: Attempting;
  /** Is it the payment's own intent that is signed once more, for a fee within what was approved? Then it holds nothing, and nobody is asked (`bumps.ts`). */
  readonly isAgain?: true;
  /** Is it sent once more for a higher fee by its sub-wallet's rule? It is approved with room for that. */
  readonly isBumped?: true;
  /** Undefined where it pays somebody. */
  readonly deed?: (sum: Sum) => Deed;
  /** What its intent says otherwise than the order, which is of the chain's own coin. */
  readonly said?: (request: OrderRequest) => Pick<Intent, 'asset' | 'outputs' | 'call'>;
  /** What its intent says that it calls, where that is not the order's own word. */
  readonly callOf?: (outputs: Intent['outputs'], chain: ChainConfig) => string;
  /** May a transaction that succeeds leave payees out, whose amount stays then? */
  readonly leavesOut?: (chain: ChainConfig) => boolean;
  /** Among which transactions it is listed. */
  readonly listed: Exclude<keyof typeof transactionType, 'deposit'>;
  /** The field that no order of this kind can be made with, whoever asked for it; undefined where all are right. */
  readonly misfit: (request: OrderRequest) => string | undefined;
  /** What the log says of it in plain sight; everything else is in the intent, whose digest it names. */
  readonly told: (request: OrderRequest) => Readonly<Record<string, string>>;
}
