import type { transactionType } from '@holdfast/contract';
import type { IntentKind } from '@holdfast/policy';
import type { OrderRequest } from '../request.ts';

/** All that tells one kind of order from another. */
export interface OrderKindRecord {
  /** What members sign of it. */
  readonly intent: IntentKind;
  /**
   * Where the amount is once the chain has made it final: with whom it was paid to, or in stake. `nowhere`: it moves nothing that is available, so that
   * nothing but the fee is held.
   */
  readonly goes: 'chain' | 'staked' | 'nowhere';
  /** Among which transactions it is listed. */
  readonly listed: Exclude<keyof typeof transactionType, 'deposit'>;
  /** The field that no order of this kind can be made with, whoever asked for it; undefined where all are right. */
  readonly misfit: (request: OrderRequest) => string | undefined;
  /** What the log says of it in plain sight; everything else is in the intent, whose digest it names. */
  readonly told: (request: OrderRequest) => Readonly<Record<string, string>>;
}
