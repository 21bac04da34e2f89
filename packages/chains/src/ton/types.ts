import type { Ed25519SigHash, UnsignedTx } from '../types.ts';

export type TonPlan = {
  readonly family: 'ton';
  readonly seqno: string;
  /** Epoch seconds: a block of that time takes it no more. */
  readonly validUntil: string;
  /** Nanotons that go with a jetton transfer to pay for its way; what is left comes back. '0' for the coin itself. */
  readonly attached: string;
};

/** `bytes`: the bag of the cell that is signed; `fee`: the most that the wallet pays, and what is attached. */
export interface UnsignedTonTx extends UnsignedTx {
  readonly family: 'ton';
  readonly from: string;
  /** Of the wallet, 64 hex: its first data name it. */
  readonly publicKey: string;
  readonly sighashes: readonly Ed25519SigHash[];
}
