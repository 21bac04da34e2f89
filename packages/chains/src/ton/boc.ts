import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';

/**
 * The reading side of cells: bags of cells as they come from elsewhere, every byte accounted for (`boc.tlb`, `vm/boc.cpp` of the reference node). It works
 * on bytes and offsets and knows nothing of what writes them (`cell.ts`).
 */
export interface ReadCell {
  readonly exotic: boolean;
  readonly data: Uint8Array;
  readonly bitLength: number;
  readonly refs: readonly ReadCell[];
  readonly hash: string;
  readonly depth: number;
}

const bad = (why: string): never => {
  throw new ChainError('badBytes', `BOC: ${why}`);
};

interface Head {
  readonly refSize: number;
  readonly count: number;
  readonly root: number;
  readonly cells: Uint8Array;
}

const mostCells = 20_000;

function numberAt(bytes: Uint8Array, at: number, size: number): number {
  if (size < 1 || size > 6 || at + size > bytes.length) return bad('ends early');
  return bytes.subarray(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});
const checksum = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0), 0xffffffff) ^ 0xffffffff) >>> 0;

function withoutChecksum(bytes: Uint8Array, has: boolean): Uint8Array {
  if (!has) return bytes;
  const [body, tail] = [bytes.subarray(0, -4), bytes.subarray(-4)];
  const stated = new DataView(tail.buffer, tail.byteOffset, 4).getUint32(0, true);
  return checksum(body) === stated ? body : bad('checksum');
}

/** `serialized_boc`, or one of the two older forms, which always have an index. */
function readHead(whole: Uint8Array): Head {
  if (whole.length < 10) return bad('ends early');
  const magic = bytesToHex(whole.subarray(0, 4));
  const flags = whole[4] ?? 0;
  const generic = magic === 'b5ee9c72';
  if (!generic && magic !== '68ff65f3' && magic !== 'acc3a728') return bad('magic');
  const hasIndex = generic ? (flags & 0x80) !== 0 : true;
  const hasCrc = generic ? (flags & 0x40) !== 0 : magic === 'acc3a728';
  if (generic && (flags & 0x38) !== 0) return bad('flags');
  const bytes = withoutChecksum(whole, hasCrc);
  const [refSize, offSize] = [generic ? flags & 7 : flags, bytes[5] ?? 0];
  let at = 6;
  const next = (size: number): number => {
    at += size;
    return numberAt(bytes, at - size, size);
  };
  const [count, roots, absent] = [next(refSize), next(refSize), next(refSize)];
  const total = next(offSize);
  const root = generic ? next(refSize) : 0;
  if (count === 0 || count > mostCells || roots !== 1 || absent !== 0 || root >= count) return bad('one root');
  if (hasIndex) at += count * offSize;
  if (bytes.length !== at + total) return bad('length');
  return { refSize, count, root, cells: bytes.subarray(at) };
}

interface Raw {
  readonly exotic: boolean;
  readonly data: Uint8Array;
  readonly bitLength: number;
  readonly refs: readonly number[];
  readonly descriptors: Uint8Array;
  readonly end: number;
}

/** Bits of the data, which a last byte that is not whole closes by a 1 and zeros. */
function bitsIn(data: Uint8Array, isWhole: boolean): number {
  if (isWhole) return data.length * 8;
  const last = data.at(-1) ?? 0;
  // The mark in the highest place would be a whole byte, or an empty one.
  if (last === 0 || last === 0x80) return bad('data not closed');
  return data.length * 8 - 1 - Math.log2(last & -last);
}

function readCell({ cells, refSize, count }: Head, at: number, index: number): Raw {
  const [d1, d2] = [cells[at], cells[at + 1]];
  if (d1 === undefined || d2 === undefined) return bad('ends early');
  // Levels and stored hashes belong to pruned branches: nothing of ours has them.
  const [refCount, exotic] = [d1 & 7, (d1 & 8) !== 0];
  if (d1 >> 4 !== 0 || refCount > 4) return bad('a pruned branch');
  const size = Math.ceil(d2 / 2);
  const dataEnd = at + 2 + size;
  const data = cells.subarray(at + 2, dataEnd);
  if (data.length !== size) return bad('ends early');
  const refs = Array.from({ length: refCount }, (_, n) => numberAt(cells, dataEnd + n * refSize, refSize));
  if (refs.some((ref) => ref <= index || ref >= count)) return bad('order of cells');
  return {
    exotic,
    data,
    bitLength: bitsIn(data, d2 % 2 === 0),
    refs,
    descriptors: cells.subarray(at, at + 2),
    end: dataEnd + refCount * refSize,
  };
}

/** The hash over the very bytes of the cell, with depths and hashes of what it refers to (TVM whitepaper, 3.1.5). */
function sealedCell({ exotic, data, bitLength, descriptors }: Raw, refs: readonly ReadCell[]): ReadCell {
  const depths = refs.flatMap(({ depth }) => [depth >> 8, depth & 255]);
  const message = sha256.create().update(descriptors).update(data).update(Uint8Array.from(depths));
  for (const { hash } of refs)
    message.update(Uint8Array.from(hash.match(/../g) ?? [], (two) => Number.parseInt(two, 16)));
  const depth = refs.reduce((most, ref) => Math.max(most, ref.depth + 1), 0);
  if (depth > 1_024) return bad('depth');
  return { exotic, data, bitLength, refs, depth, hash: bytesToHex(message.digest()) };
}

/** Reads one bag of one root. Cells that nothing refers to, and bytes that belong to none, are refused. @throws ChainError `badBytes` */
export function readBoc(bytes: Uint8Array): ReadCell {
  const head = readHead(bytes);
  const raws: Raw[] = [];
  for (let at = 0; raws.length < head.count; at = raws.at(-1)?.end ?? 0) raws.push(readCell(head, at, raws.length));
  if (raws.at(-1)?.end !== head.cells.length) return bad('bytes after the last cell');
  const named = new Set([head.root, ...raws.flatMap(({ refs }) => refs)]);
  if (named.size !== head.count) return bad('cells of nobody');
  const made = new Map<number, ReadCell>();
  for (let n = raws.length - 1; n >= 0; n--) {
    const raw = raws[n];
    if (raw)
      made.set(
        n,
        sealedCell(
          raw,
          raw.refs.map((ref) => made.get(ref) ?? bad('order of cells')),
        ),
      );
  }
  return made.get(head.root) ?? bad('root');
}

/** Reads a cell from its first bit on. */
export interface Slice {
  /** @throws ChainError `badBytes` where fewer are left */
  uint(size: number): bigint;
  bit(): boolean;
  /** `VarUInteger 16`, in its one spelling. */
  coins(): bigint;
  /** `workchain:hash` in hex, or '' for `addr_none`. Others are refused. */
  address(): string;
  ref(): ReadCell;
  /** What is left of this cell, as whole bytes. */
  bytes(): Uint8Array;
  readonly left: { readonly bits: number; readonly refs: number };
  /** @throws ChainError `badBytes` where anything is left */
  end(what: string): void;
}

function addressIn(slice: Pick<Slice, 'uint'>): string {
  const kind = slice.uint(2);
  if (kind === 0n) return '';
  if (kind !== 2n || slice.uint(1) !== 0n) return bad('kind of address');
  const workchain = BigInt.asIntN(8, slice.uint(8));
  return `${workchain}:${slice.uint(256).toString(16).padStart(64, '0')}`;
}

function coinsIn(slice: Pick<Slice, 'uint'>): bigint {
  const size = Number(slice.uint(4));
  if (size === 0) return 0n;
  const value = slice.uint(size * 8);
  return value >> BigInt(8 * (size - 1)) === 0n ? bad('coins not minimal') : value;
}

/** @throws ChainError `badBytes` for an exotic cell, unless asked for */
export function sliceOf(cell: ReadCell): Slice {
  if (cell.exotic) return bad('an exotic cell');
  let [at, refAt] = [0, 0];
  const uint = (size: number): bigint => {
    if (at + size > cell.bitLength) return bad('a cell ends early');
    let value = 0n;
    for (let left = size; left > 0; ) {
      const [byte, offset] = [cell.data[at >> 3] ?? 0, at & 7];
      const take = Math.min(8 - offset, left);
      value = (value << BigInt(take)) | BigInt((byte >> (8 - offset - take)) & ((1 << take) - 1));
      at += take;
      left -= take;
    }
    return value;
  };
  return {
    uint,
    bit: () => uint(1) === 1n,
    coins: () => coinsIn({ uint }),
    address: () => addressIn({ uint }),
    ref: () => cell.refs[refAt++] ?? bad('no such reference'),
    bytes: () => {
      const size = cell.bitLength - at;
      return size % 8 === 0 ? Uint8Array.from({ length: size / 8 }, () => Number(uint(8))) : bad('not whole bytes');
    },
    get left() {
      return { bits: cell.bitLength - at, refs: cell.refs.length - refAt };
    },
    end: (what) => {
      if (at !== cell.bitLength || refAt !== cell.refs.length) bad(`more than ${what}`);
    },
  };
}
