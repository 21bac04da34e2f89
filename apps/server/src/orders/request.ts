import type { ChainConfig } from '@holdfast/chains';
import type { BatchId, DepositId, OrderId, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { type AttemptKind, type ChainKind, intentKinds, kindRecords, type StakeKind } from '@holdfast/policy';
import type { Asset } from '../catalog.ts';
import type { AssetId } from '../ledger/service.ts';

/** One payee of an order. */
export interface OrderOutput {
  readonly address: string;
  /** Base units of the order's asset. */
  readonly amount: bigint;
  readonly memo: string;
  /** Hash of the address book's entry that is paid, or ''. */
  readonly entry: string;
  /** Derivation path when the payee is our own, or ''. */
  readonly path: string;
}

/** What a call says of a token, beside the coins that go along. Base units. */
export interface OrderOutflow {
  readonly asset_id: AssetId;
  /** The most that leaves, or may be taken. */
  readonly amount: bigint;
  /** What of it leaves by itself, so that the order holds it. */
  readonly held: bigint;
}

/** What every order says, whatever it is for. */
interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  /** The client's own id, and the hash of everything that makes two requests the same request. */
  readonly requestId: string;
  readonly requestHash: string;
  readonly initiatorUser: UserId;
  /** Member id. */
  readonly initiator: string;
  readonly remark: string;
}

export type { AttemptKind, StakeKind };
/** What is done with stake: nobody is paid (`kinds/stake.ts`). */
export const stakeKinds = intentKinds.filter((kind): kind is StakeKind => kindRecords[kind].staking !== undefined);
/** Whatever members sign that is made on a chain, by the word of orders for a payment, and what is made of the same signatures once more. */
export type OrderKind = 'withdraw' | 'bump' | Exclude<ChainKind, 'transfer'>;

/** What an order asks for, as checked by its area: said once, from there to the row that holds it. */
export interface OrderRequest extends Asked {
  readonly kind: OrderKind;
  readonly chain: ChainConfig;
  readonly asset: Asset;
  readonly feeAsset: Asset;
  readonly keyGroup: string;
  readonly path: string;
  readonly from: string;
  /** At least one, and at most as many as one transaction of the chain has, or a batch. */
  readonly outputs: readonly OrderOutput[];
  /** What is done with the coins, as the intent says it; '' where they are paid. Of a call its data, and what it says of tokens. */
  readonly call: string;
  /** Base units of the fee's asset: what is held beside the amount. */
  readonly maxFee: bigint;
  readonly feePlan: Readonly<Record<string, string>>;
  /** The payment whose place it takes, and that one's intent. */
  readonly raises?: { readonly id: OrderId; readonly intent: string };
  /** Outputs of ours that members chose for it, on chains that have them; missing where the server chooses. */
  readonly inputs?: readonly { readonly txid: string; readonly vout: number }[];
  /** What a call says of tokens that the ledger counts; missing where it is none. */
  readonly outflows?: readonly (OrderOutflow & { readonly asset: Asset })[];
  /** What a node said that a call does, as it is compared with before it is signed. */
  readonly simulated?: object;
  /** The deposit that it gives back, and which payment at its place that is. */
  readonly refunds?: { readonly id: DepositId; readonly payment: number };
  /** The batch whose rows it pays, as that one stood when they were looked at. */
  readonly batch?: { readonly id: BatchId; readonly version: number };
}

/** Base units of all outputs. */
export const totalOf = ({ outputs }: Pick<OrderRequest, 'outputs'>): bigint =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n);
