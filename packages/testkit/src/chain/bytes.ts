import { ChainError } from '@holdfast/chains';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressBytes, addressFromBytes, addressToBytes } from './address.ts';

/** What a transaction says, all of it signed: one payment of the chain's coin (`contract` '') or of a token. */
export interface SlateTx {
  readonly chain: string;
  readonly nonce: bigint;
  readonly units: bigint;
  readonly price: bigint;
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly amount: bigint;
}

const magic = 'SLT1';
const number = (value: bigint, bytes: number): Uint8Array => hexToBytes(value.toString(16).padStart(2 * bytes, '0'));
const place = (address: string): Uint8Array =>
  address === '' ? new Uint8Array(addressBytes) : addressToBytes(address);

/** Without signature. Numbers are big-endian, of fixed length. */
export function writeTx(tx: SlateTx): Uint8Array {
  const chain = utf8ToBytes(tx.chain);
  return concatBytes(
    utf8ToBytes(magic),
    Uint8Array.of(chain.length),
    chain,
    ...[tx.nonce, tx.units, tx.price].map((value) => number(value, 8)),
    ...[tx.from, tx.to, tx.contract].map(place),
    number(tx.amount, 32),
  );
}

/** Reads what `writeTx` never sees: by offsets from a view, every byte accounted for. @throws ChainError `badBytes` */
export function readTx(bytes: Uint8Array): SlateTx {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const named = bytes.length > 5 ? view.getUint8(4) : 0;
  const [numbers, places] = [5 + named, 5 + named + 24];
  const amountAt = places + 3 * addressBytes;
  const text = new TextDecoder('latin1');
  if (named === 0 || bytes.length !== amountAt + 32 || text.decode(bytes.subarray(0, 4)) !== magic)
    throw new ChainError('badBytes', 'not a transaction of this family');
  const address = (n: number): string => {
    const at = bytes.subarray(places + n * addressBytes, places + (n + 1) * addressBytes);
    return at.every((byte) => byte === 0) ? '' : addressFromBytes(at);
  };
  const words = [0, 8, 16, 24].map((at) => view.getBigUint64(amountAt + at));
  return {
    chain: text.decode(bytes.subarray(5, numbers)),
    nonce: view.getBigUint64(numbers),
    units: view.getBigUint64(numbers + 8),
    price: view.getBigUint64(numbers + 16),
    from: address(0),
    to: address(1),
    contract: address(2),
    amount: words.reduce((sum, word) => (sum << 64n) | word, 0n),
  };
}

/** What is signed. */
export const digestOf = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const txidOf = (raw: string): string => bytesToHex(sha256(hexToBytes(raw)));
/** Behind the bytes of a signed transaction: r, s and the number of the key. */
export const signatureBytes = 65;
