import type { EcdsaSigHash, SchnorrSigHash, UnsignedTx } from '../types.ts';

export type BitcoinPlanInput = {
  readonly txid: string;
  readonly vout: number;
  /** Raw previous transaction: the amount is taken from it and from nowhere else (CVE-2020-14199). */
  readonly prevTx: string;
  readonly path: string;
};

export type BitcoinPlan = {
  readonly family: 'bitcoin';
  readonly inputs: readonly BitcoinPlanInput[];
  /** Path of the system address that takes the change; '' = no change output. */
  readonly changePath: string;
  /** sat/vB, decimal text with at most three decimals. */
  readonly feeRate: string;
  /** Of the step that sends what was inscribed: the transaction that committed to it, so that whoever signs sees what the first input has revealed. */
  readonly commit?: string;
};

/** `bytes`: serialisation without witness; `fee`: exactly what it costs. */
export interface UnsignedBitcoinTx extends UnsignedTx {
  readonly family: 'bitcoin';
  /** Per input, in order: who signs it and the transaction it spends from. */
  readonly inputs: readonly {
    readonly path: string;
    readonly publicKey: string;
    readonly prevTx: string;
    /** The script that spends it, and what its witness says of the script's place, where a leaf does: hex. */
    readonly leaf?: { readonly script: string; readonly control: string };
  }[];
  /** ECDSA for P2WPKH, Schnorr for P2TR. */
  readonly sighashes: readonly (EcdsaSigHash | SchnorrSigHash)[];
}
