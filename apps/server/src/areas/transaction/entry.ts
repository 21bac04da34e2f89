import type { DepositId, OrderId, SubWalletId } from '@holdfast/contract';
import type { Order } from '../../orders/service.ts';

/** A deposit, an order or an NFT with the same fields, so that one list can hold both. */
export interface Entry {
  readonly id: number;
  readonly type: number;
  readonly request_id: string;
  readonly sub_wallet_id: SubWalletId;
  readonly chain: string;
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly address_from: string;
  readonly address_to: string;
  /** Whom an order pays, in base units; null of a deposit. */
  readonly outputs: Order['outputs'] | null;
  readonly memo: string;
  /** '' of an order, and where nobody is known. */
  readonly customer: string;
  readonly customer_state: '' | 'known' | 'unknown';
  readonly txid: string;
  /** '' where nothing of ours was paid. */
  readonly fee_symbol: string;
  readonly fee_decimals: number;
  readonly max_fee: bigint;
  readonly real_fee: bigint | null;
  readonly status: number;
  readonly sub_status: string;
  readonly height: number | null;
  readonly block_hash: string;
  readonly needed: number;
  readonly source: number;
  readonly remark: string;
  /** Of the batch that an order pays; '' where it pays none, or one without a name. */
  readonly batch_name: string;
  /** Of the members, for each other. */
  readonly note: string;
  readonly tags: readonly string[];
  readonly initiator: string;
  /** It waits for approvals, and who asked for it has signed nothing. */
  readonly unsigned: boolean;
  readonly planned: boolean;
  /** A session of an order was begun: a signature may exist. */
  readonly begun: boolean;
  /** Of an order; '' of a deposit. */
  readonly kind: string;
  readonly call: string;
  /** The order that gives a deposit back, or did; null where none does. */
  readonly refund: OrderId | null;
  readonly refund_status: number | null;
  readonly refund_amount: bigint | null;
  /** The deposit that an order gives back. */
  readonly refunds: DepositId | null;
  /** Of an NFT that came or went without an order; else ''. */
  readonly way: '' | 'in' | 'out';
  readonly token_id: bigint | null;
  /** What it was worth when it was final, in US cents; null where that is not known. */
  readonly worth_cents: bigint | null;
  /** The same of the fee that was paid. */
  readonly fee_worth_cents: bigint | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
