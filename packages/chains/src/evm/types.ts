import type { EcdsaSigHash, UnsignedTx } from '../types.ts';

export type EvmPlan = {
  readonly family: 'evm';
  readonly nonce: string;
  readonly gasLimit: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
};

/** `bytes`: EIP-1559 payload without signature; `fee`: gas limit × max fee. */
export interface UnsignedEvmTx extends UnsignedTx {
  readonly family: 'evm';
  readonly from: string;
  readonly sighashes: readonly EcdsaSigHash[];
}
