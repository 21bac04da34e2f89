import { ChainError } from '../errors.ts';

export type Rlp = Uint8Array | readonly Rlp[];

const bad = (why: string): never => {
  throw new ChainError('badBytes', `RLP: ${why}`);
};

/** Payload length behind a header byte above 55; only the shortest spelling is valid. */
function longLength(bytes: Uint8Array, at: number, size: number): number {
  if (size > 4 || at + size > bytes.length) return bad('length');
  const length = bytes.subarray(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes[at] === 0 || length < 56 ? bad('length not minimal') : length;
}

function item(bytes: Uint8Array, at: number): { value: Rlp; end: number } {
  const head = bytes[at];
  if (head === undefined) return bad('ends early');
  if (head < 0x80) return { value: bytes.subarray(at, at + 1), end: at + 1 };
  const isList = head >= 0xc0;
  const short = head - (isList ? 0xc0 : 0x80);
  const lengthSize = short > 55 ? short - 55 : 0;
  const length = lengthSize > 0 ? longLength(bytes, at + 1, lengthSize) : short;
  const start = at + 1 + lengthSize;
  const end = start + length;
  if (end > bytes.length) return bad('ends early');
  if (isList) return { value: items(bytes, start, end), end };
  if (length === 1 && (bytes[start] ?? 0) < 0x80) return bad('byte not minimal');
  return { value: bytes.subarray(start, end), end };
}

function items(bytes: Uint8Array, start: number, end: number): Rlp[] {
  const values: Rlp[] = [];
  let at = start;
  while (at < end) {
    const next = item(bytes, at);
    if (next.end > end) return bad('item leaves its list');
    values.push(next.value);
    at = next.end;
  }
  return values;
}

/** Strict RLP (Yellow Paper, appendix B): one item, minimal lengths, nothing after it. @throws ChainError `badBytes` */
export function decodeRlp(bytes: Uint8Array): Rlp {
  const { value, end } = item(bytes, 0);
  return end === bytes.length ? value : bad('bytes after the end');
}

/** @throws ChainError `badBytes` for a list */
export function rlpBytes(value: Rlp | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : bad('not a string');
}

/** Unsigned integer without leading zeros; empty is zero. @throws ChainError `badBytes` */
export function rlpNumber(value: Rlp | undefined): bigint {
  const bytes = rlpBytes(value);
  if (bytes.length > 32 || bytes[0] === 0) return bad('number');
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}
