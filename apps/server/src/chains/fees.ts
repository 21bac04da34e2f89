import type { AssetConfig, ChainConfig, FeeOffer } from '@holdfast/chains';
import type { ChainReader, FeeTier } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Outpoint } from './outputs.ts';

export interface FeeRequest {
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
  readonly subWalletId: SubWalletId;
  readonly from: string;
  readonly changeAddress: string;
  readonly to: string;
  readonly amount: bigint;
  readonly memo: string;
  /** Whom it pays beside `to`. */
  readonly further?: readonly { readonly address: string; readonly amount: bigint }[];
  /** Outputs that it is made of, and no others but what ended payments left. */
  readonly inputs?: readonly Outpoint[] | undefined;
  /** Not to pay so much, but to let `to` take it. */
  readonly allows?: boolean;
  /** Not to pay, but to call `to` with this data, `0x…`; where `to` is '' to deploy it. */
  readonly data?: string;
}
export interface FeeOffers {
  readonly offers: readonly FeeOffer[];
  readonly gasLimit: bigint;
  readonly size: number;
  /** The addresses whose outputs it would spend together now, with what members call them; missing where it spends no outputs. */
  readonly joins?: Joins;
}
/** Whoever reads the chain learns of addresses that are spent from together that they are one owner's. */
export interface Joins {
  readonly addresses: number;
  /** Labels of outputs and addresses, each once. */
  readonly names: readonly string[];
}
export interface FeeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}
/** What a payment would cost at each of the network's tiers. @throws RpcError */
export type OfferFees = (request: FeeRequest, tiers: readonly FeeTier[]) => Promise<FeeOffers>;
