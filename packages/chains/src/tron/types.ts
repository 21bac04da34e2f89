import type { EcdsaSigHash, UnsignedTx } from '../types.ts';

/** Times are epoch milliseconds, as text. */
export type TronPlan = {
  readonly family: 'tron';
  /** Bytes 6 and 7 of the number of a block that the transaction stands on, hex. */
  readonly refBlockBytes: string;
  /** Bytes 8 to 15 of that block's id, hex. */
  readonly refBlockHash: string;
  readonly expiration: string;
  readonly timestamp: string;
  /** The most that computing may cost, in sun; 0 where nothing is computed. */
  readonly feeLimit: string;
};

/** `bytes`: `raw_data` of the transaction. */
export interface UnsignedTronTx extends UnsignedTx {
  readonly family: 'tron';
  readonly from: string;
  readonly sighashes: readonly EcdsaSigHash[];
}
