import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hash160, hash256 } from './address.ts';
import type { ParsedTx } from './parse.ts';

const sigHashAll = 1;

function littleEndian(value: bigint | number, size: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (size === 8) view.setBigUint64(0, BigInt(value), true);
  else view.setUint32(0, Number(value), true);
  return bytes;
}

const outpoint = (txid: string, vout: number): Uint8Array =>
  concatBytes(hexToBytes(txid).reverse(), littleEndian(vout, 4));

/** Scripts of standard outputs are shorter than 253 bytes, so their length is one byte. */
const withLength = (script: Uint8Array): Uint8Array => concatBytes(new Uint8Array([script.length]), script);

/**
 * The digest that BIP143 wants signed for a P2WPKH input with SIGHASH_ALL, written from the BIP and not from the library that
 * `build` uses. The amount is part of it: a lie about it gives a signature that fits nothing.
 */
export function bip143Digest(tx: ParsedTx, index: number, publicKey: Uint8Array, amount: bigint): string {
  const input = tx.inputs[index];
  if (!input) throw new RangeError(`no input ${index}`);
  const hashes = {
    prevouts: hash256(concatBytes(...tx.inputs.map(({ txid, vout }) => outpoint(txid, vout)))),
    sequences: hash256(concatBytes(...tx.inputs.map(({ sequence }) => littleEndian(sequence, 4)))),
    outputs: hash256(
      concatBytes(...tx.outputs.map((o) => concatBytes(littleEndian(o.amount, 8), withLength(o.script)))),
    ),
  };
  const scriptCode = concatBytes(hexToBytes('1976a914'), hash160(publicKey), hexToBytes('88ac'));
  const preimage = concatBytes(
    littleEndian(tx.version, 4),
    hashes.prevouts,
    hashes.sequences,
    outpoint(input.txid, input.vout),
    scriptCode,
    littleEndian(amount, 8),
    littleEndian(input.sequence, 4),
    hashes.outputs,
    littleEndian(tx.lockTime, 4),
    littleEndian(sigHashAll, 4),
  );
  return bytesToHex(hash256(preimage));
}

const tagged = (tag: string): Uint8Array => {
  const hash = sha256(utf8ToBytes(tag));
  return concatBytes(hash, hash);
};

/**
 * The digest that BIP341 wants signed for a P2TR input, by its key alone or by a leaf (BIP342), with SIGHASH_DEFAULT and no annex, written from the BIP and not from the
 * library that `build` uses. Amounts and scripts of *all* inputs are part of it.
 * @param spent the outputs that the inputs spend, in their order @param leaf hash of the leaf that is run; missing where the key spends
 */
export function bip341Digest(tx: ParsedTx, index: number, spent: ParsedTx['outputs'], leaf?: Uint8Array): string {
  if (!tx.inputs[index] || spent.length !== tx.inputs.length) throw new RangeError(`no input ${index}`);
  const all = (parts: readonly Uint8Array[]): Uint8Array => sha256(concatBytes(...parts));
  const message = concatBytes(
    // The epoch, and SIGHASH_DEFAULT.
    new Uint8Array([0, 0]),
    littleEndian(tx.version, 4),
    littleEndian(tx.lockTime, 4),
    all(tx.inputs.map(({ txid, vout }) => outpoint(txid, vout))),
    all(spent.map(({ amount }) => littleEndian(amount, 8))),
    all(spent.map(({ script }) => withLength(script))),
    all(tx.inputs.map(({ sequence }) => littleEndian(sequence, 4))),
    all(tx.outputs.map(({ amount, script }) => concatBytes(littleEndian(amount, 8), withLength(script)))),
    // Spent by its key or by a leaf, without an annex.
    new Uint8Array([leaf ? 2 : 0]),
    littleEndian(index, 4),
    // Key version 0, and no OP_CODESEPARATOR before the signature is checked.
    ...(leaf ? [leaf, new Uint8Array([0, 0xff, 0xff, 0xff, 0xff])] : []),
  );
  return bytesToHex(sha256(concatBytes(tagged('TapSighash'), message)));
}
