import { RawTx } from '@scure/btc-signer';
import { displayHash } from './bytes.ts';
import { codes, reject } from './errors.ts';

export interface TxInput {
  readonly txid: string;
  readonly vout: number;
  readonly sequence: number;
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
}

export interface TxOutput {
  readonly value: bigint;
  readonly script: Buffer;
}

export interface Tx {
  readonly id: string;
  /** Hash with witness (BIP141). */
  readonly wid: string;
  readonly raw: Buffer;
  /** Bytes without witness. */
  readonly strippedSize: number;
  readonly weight: number;
  readonly vsize: number;
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
}

export const outpoint = (txid: string, vout: number): string => `${txid}:${vout}`;

/** Reads one transaction and nothing after it. @throws NodeError -22 */
export function parseTx(source: string | Uint8Array): Tx {
  if (typeof source === 'string' && !/^([0-9a-f]{2})+$/i.test(source))
    reject('TX decode failed. Make sure the tx has at least one input.', codes.deserialization);
  const raw = typeof source === 'string' ? Buffer.from(source, 'hex') : Buffer.from(source);
  try {
    const tx = RawTx.decode(raw);
    const stripped = Buffer.from(RawTx.encode({ ...tx, segwitFlag: false }));
    if (!Buffer.from(RawTx.encode(tx)).equals(raw)) throw new Error('not canonical');
    const weight = stripped.length * 3 + raw.length;
    return {
      id: displayHash(stripped),
      wid: displayHash(raw),
      raw,
      strippedSize: stripped.length,
      weight,
      vsize: Math.ceil(weight / 4),
      version: tx.version,
      lockTime: tx.lockTime,
      inputs: tx.inputs.map((input, n) => ({
        txid: Buffer.from(input.txid).toString('hex'),
        vout: input.index,
        sequence: input.sequence,
        scriptSig: Buffer.from(input.finalScriptSig),
        witness: (tx.witnesses?.[n] ?? []).map((item) => Buffer.from(item)),
      })),
      outputs: tx.outputs.map((out) => ({ value: out.amount, script: Buffer.from(out.script) })),
    };
  } catch {
    return reject('TX decode failed. Make sure the tx has at least one input.', codes.deserialization);
  }
}
