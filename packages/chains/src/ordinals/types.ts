/** A transaction with its witnesses, as whoever follows sats reads it. Amounts in base units. */
export interface WholeTx {
  readonly txid: string;
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  /** Of each input, in order; nothing of any where the bytes have none. */
  readonly witnesses: readonly (readonly Uint8Array[])[];
}
