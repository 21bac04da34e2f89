import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';

/**
 * The writing side of cells (TVM whitepaper, 3.1): what transactions are built of. What reads them back (`boc.ts`) shares nothing with it. Fields are texts of
 * `0` and `1`: slow, and plain to check.
 */
export interface Cell {
  readonly bits: string;
  readonly refs: readonly Cell[];
}

const mostBits = 1023;
const mostRefs = 4;

/** @throws ChainError `badPlan` for what fits into no cell */
export function cellOf(bits: readonly string[], refs: readonly Cell[] = []): Cell {
  const joined = bits.join('');
  if (joined.length > mostBits || refs.length > mostRefs) throw new ChainError('badPlan', 'more than a cell holds');
  return { bits: joined, refs };
}

/** @throws ChainError `badPlan` for a number that does not fit */
export function uint(value: bigint, size: number): string {
  if (value < 0n || value >> BigInt(size) !== 0n) throw new ChainError('badPlan', `a number of ${size} bits`);
  return value.toString(2).padStart(size, '0');
}

/** `VarUInteger 16`: its length in bytes, then the bytes. */
export function coins(value: bigint): string {
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return uint(BigInt(bytes), 4) + (bytes === 0 ? '' : uint(value, bytes * 8));
}

export const bytesField = (bytes: Uint8Array): string => [...bytes].map((byte) => uint(BigInt(byte), 8)).join('');

/** The bits of a cell as bytes: one that is not whole is closed by a 1 and zeros. */
function padded(bits: string): Uint8Array {
  const whole = bits.length % 8 === 0 ? bits : `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0');
  return Uint8Array.from({ length: whole.length / 8 }, (_, n) => Number.parseInt(whole.slice(8 * n, 8 * n + 8), 2));
}

const descriptors = ({ bits, refs }: Cell): Uint8Array =>
  Uint8Array.of(refs.length, Math.floor(bits.length / 8) + Math.ceil(bits.length / 8));

export const depthOf = ({ refs }: Cell): number => (refs.length === 0 ? 0 : 1 + Math.max(...refs.map(depthOf)));

const depthBytes = (depth: number): Uint8Array => Uint8Array.of(depth >> 8, depth & 255);

/** The representation hash (3.1.5). */
export const hashOf = (cell: Cell): Uint8Array =>
  hashOfParts(
    cell,
    cell.refs.map((ref) => ({ hash: hashOf(ref), depth: depthOf(ref) })),
  );

/** A cell of which no more is known than what its parent's hash needs. */
export interface Sealed {
  readonly hash: Uint8Array;
  readonly depth: number;
}

/** The hash of a cell whose references are known by hash and depth alone. */
export const hashOfParts = (cell: Pick<Cell, 'bits'>, refs: readonly Sealed[]): Uint8Array =>
  sha256(
    concatBytes(
      Uint8Array.of(refs.length, Math.floor(cell.bits.length / 8) + Math.ceil(cell.bits.length / 8)),
      padded(cell.bits),
      ...refs.map(({ depth }) => depthBytes(depth)),
      ...refs.map(({ hash }) => hash),
    ),
  );

/** CRC-32C (Castagnoli), little-endian. */
function crc32c(bytes: Uint8Array): Uint8Array {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, ~crc >>> 0, true);
  return out;
}

/** Every cell once, each before those it refers to, in the order of the common libraries. */
function inOrder(root: Cell): Map<string, Cell> {
  const done = new Map<string, Cell>();
  const visit = (cell: Cell): void => {
    const name = bytesToHex(hashOf(cell));
    if (done.has(name)) return;
    for (const ref of cell.refs.toReversed()) visit(ref);
    done.set(name, cell);
  };
  visit(root);
  return new Map([...done].toReversed());
}

const magic = 'b5ee9c72';

/** A bag of one root, without an index, with a checksum. @returns the bytes */
export function bocOf(root: Cell): Uint8Array {
  const cells = inOrder(root);
  const places = new Map([...cells.keys()].map((name, n) => [name, n]));
  const placeOf = (cell: Cell): number => places.get(bytesToHex(hashOf(cell))) ?? 0;
  if (cells.size > 255) throw new ChainError('badPlan', 'more cells than a transaction has');
  const body = concatBytes(
    ...[...cells.values()].flatMap((cell) => [
      descriptors(cell),
      padded(cell.bits),
      Uint8Array.from(cell.refs.map(placeOf)),
    ]),
  );
  const offset = body.length < 256 ? 1 : 2;
  const length = hexToBytes(body.length.toString(16).padStart(2 * offset, '0'));
  const head = concatBytes(hexToBytes(magic), Uint8Array.of(0x41, offset, cells.size, 1, 0), length, Uint8Array.of(0));
  const all = concatBytes(head, body);
  return concatBytes(all, crc32c(all));
}
