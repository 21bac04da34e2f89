import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import { hash256 } from './address.ts';

export interface ParsedTx {
  readonly txid: string;
  readonly version: number;
  readonly inputs: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly scriptSig: Uint8Array;
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  readonly lockTime: number;
  readonly hasWitness: boolean;
  /** Of each input, in order; nothing of any where the bytes have none. */
  readonly witnesses: readonly (readonly Uint8Array[])[];
  /** The transaction without witness: what its id is the hash of. */
  readonly stripped: Uint8Array;
}

export const nullTxid = '00'.repeat(32);

/** Hashes are shown in reversed byte order. */
export const displayHash = (hash: Uint8Array): string => bytesToHex(hash.slice().reverse());

/** Reads forward through bytes; reading past the end is an error, never zeros. */
export interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
}

const bad = (why: string): never => {
  throw new ChainError('badBytes', `transaction: ${why}`);
};

export const cursorOver = (bytes: Uint8Array): Cursor => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  at: 0,
});

export function take(cursor: Cursor, count: number): Uint8Array {
  const start = cursor.at;
  if (start + count > cursor.bytes.length) return bad('ends early');
  cursor.at += count;
  return cursor.bytes.subarray(start, start + count);
}

export function uint32(cursor: Cursor): number {
  take(cursor, 4);
  return cursor.view.getUint32(cursor.at - 4, true);
}

/** CompactSize in its shortest form; more than 2^32 of anything is nonsense. */
export function compactSize(cursor: Cursor): number {
  const first = take(cursor, 1)[0] ?? 0;
  if (first < 0xfd) return first;
  if (first === 0xff) return bad('count');
  take(cursor, first === 0xfd ? 2 : 4);
  const value =
    first === 0xfd ? cursor.view.getUint16(cursor.at - 2, true) : cursor.view.getUint32(cursor.at - 4, true);
  return value < (first === 0xfd ? 0xfd : 0x10000) ? bad('count not minimal') : value;
}

function list<T>(cursor: Cursor, read: () => T): T[] {
  const count = compactSize(cursor);
  // Each element has at least one byte, so a larger count cannot be honest and must not reserve memory.
  if (count > cursor.bytes.length - cursor.at) return bad('ends early');
  return Array.from({ length: count }, read);
}

function amount(cursor: Cursor): bigint {
  take(cursor, 8);
  const value = cursor.view.getBigUint64(cursor.at - 8, true);
  return value > 21_000_000n * 100_000_000n ? bad('amount') : value;
}

/** Reads one transaction at the cursor (BIP144), witness or not. @throws ChainError `badBytes` */
export function readTx(cursor: Cursor): ParsedTx {
  const start = cursor.at;
  const version = uint32(cursor);
  const hasWitness = cursor.bytes[cursor.at] === 0x00;
  if (hasWitness && take(cursor, 2)[1] !== 0x01) return bad('flag');
  const bodyStart = cursor.at;
  const inputs = list(cursor, () => ({
    txid: displayHash(take(cursor, 32)),
    vout: uint32(cursor),
    scriptSig: take(cursor, compactSize(cursor)),
    sequence: uint32(cursor),
  }));
  const outputs = list(cursor, () => ({ amount: amount(cursor), script: take(cursor, compactSize(cursor)) }));
  const bodyEnd = cursor.at;
  const witnesses = inputs.map(() => (hasWitness ? list(cursor, () => take(cursor, compactSize(cursor))) : []));
  const lockTime = uint32(cursor);
  const { bytes } = cursor;
  const stripped = concatBytes(
    bytes.subarray(start, start + 4),
    bytes.subarray(bodyStart, bodyEnd),
    bytes.subarray(cursor.at - 4, cursor.at),
  );
  return { txid: displayHash(hash256(stripped)), version, inputs, outputs, lockTime, hasWitness, witnesses, stripped };
}

/** One transaction and nothing after it. @throws ChainError `badBytes` */
export function parseTx(hex: string): ParsedTx {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return bad('not hex');
  const cursor = cursorOver(hexToBytes(hex));
  const tx = readTx(cursor);
  return cursor.at === cursor.bytes.length ? tx : bad('bytes after the end');
}
