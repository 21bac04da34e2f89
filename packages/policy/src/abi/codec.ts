import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { eip55 } from '../selector.ts';
import type { AbiType, Parameter } from './method.ts';

/**
 * Arguments of contract calls (contract ABI specification, "Formal Specification of the Encoding"), strictly: what is read is written again, and has to give the
 * same bytes. So there is one way to say a thing: no bytes behind the end, no offsets that overlap or leave holes, nothing in what pads a value.
 */

/** Numbers as bigint; addresses in EIP-55; bytes as `0x…`; lists and tuples as lists. */
export type Value = string | boolean | bigint | readonly Value[];

/** What is not what its types say, byte for byte. */
export class AbiError extends Error {}

const word = 32;
const bad = (why: string): never => {
  throw new AbiError(why);
};

const isDynamic = (type: AbiType): boolean => {
  if (type.kind === 'list') return type.length === undefined || isDynamic(type.of);
  if (type.kind === 'tuple') return type.parts.some((part) => isDynamic(part.type));
  return type.kind === 'string' || (type.kind === 'bytes' && type.size === undefined);
};

/** Bytes of it where it stands: an offset of what is dynamic. */
function headOf(type: AbiType): number {
  if (isDynamic(type)) return word;
  if (type.kind === 'list') return (type.length ?? 0) * headOf(type.of);
  return type.kind === 'tuple' ? type.parts.reduce((sum, part) => sum + headOf(part.type), 0) : word;
}

const zeroAddress = `0x${'0'.repeat(40)}`;
/**
 * Spellings that were made before, by all that they were made of: a checksum is a hash, and each step of an admission reads the same few addresses. Which call they stood in,
 * or who asked, is in no answer, so none of them can be wrong for another.
 */
const spelledBefore = new Map<string, string>();
const mostSpelled = 1_000;
/** EIP-55; the zero address, which is nobody's, as it stands. */
export function addressText(hex: string): string {
  // A text of its own: a part of a long one would keep all of that.
  const digits = `0x${hex}`;
  const known = spelledBefore.get(digits);
  if (known !== undefined) return known;
  const made = eip55(digits) ?? zeroAddress;
  if (spelledBefore.size >= mostSpelled) spelledBefore.clear();
  spelledBefore.set(digits, made);
  return made;
}

interface Source {
  readonly bytes: Uint8Array;
  /** Values that may still be read: no more than the bytes have room for, so what names one place many times is found out before it fills the memory. */
  left: number;
}

function wordAt({ bytes }: Source, at: number): Uint8Array {
  return at + word <= bytes.length ? bytes.subarray(at, at + word) : bad('ends early');
}
const numberIn = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes) || '0'}`);

function placeAt(source: Source, at: number): number {
  const number = numberIn(wordAt(source, at));
  return number <= BigInt(source.bytes.length) ? Number(number) : bad('a place outside');
}

function bytesAt(source: Source, at: number): Uint8Array {
  const length = placeAt(source, at);
  const start = at + word;
  return start + length <= source.bytes.length ? source.bytes.subarray(start, start + length) : bad('ends early');
}

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bad('not a text');
  }
}

function readWord(type: AbiType, bytes: Uint8Array): Value {
  const number = numberIn(bytes);
  switch (type.kind) {
    case 'address':
      return addressText(bytesToHex(bytes.subarray(12)));
    case 'bool':
      return number <= 1n ? number === 1n : bad('neither true nor false');
    case 'int':
      return BigInt.asIntN(type.bits, number);
    case 'uint':
      return BigInt.asUintN(type.bits, number);
    case 'bytes':
      return `0x${bytesToHex(bytes.subarray(0, type.size))}`;
    default:
      return bad('no word');
  }
}

/** @param base from where offsets count */
function readAt(source: Source, type: AbiType, at: number, base: number): Value {
  if (--source.left < 0) return bad('says the same many times');
  const place = isDynamic(type) ? base + placeAt(source, at) : at;
  if (type.kind === 'tuple')
    return readAll(
      source,
      type.parts.map((part) => part.type),
      place,
    );
  if (type.kind === 'list') return readList(source, type, place);
  if (type.kind === 'string') return textIn(bytesAt(source, place));
  if (type.kind === 'bytes' && type.size === undefined) return `0x${bytesToHex(bytesAt(source, place))}`;
  return readWord(type, wordAt(source, place));
}

function readList(source: Source, type: Extract<AbiType, { kind: 'list' }>, at: number): Value[] {
  const length = type.length ?? placeAt(source, at);
  if (length > source.left) return bad('too long a list');
  return readAll(source, Array<AbiType>(length).fill(type.of), type.length === undefined ? at + word : at);
}

function readAll(source: Source, types: readonly AbiType[], base: number): Value[] {
  let at = base;
  return types.map((type) => {
    const value = readAt(source, type, at, base);
    at += headOf(type);
    return value;
  });
}

const numberBytes = (number: bigint): Uint8Array =>
  hexToBytes(BigInt.asUintN(256, number).toString(16).padStart(64, '0'));

function padded(bytes: Uint8Array): Uint8Array {
  const room = new Uint8Array(Math.ceil(bytes.length / word) * word);
  room.set(bytes);
  return room;
}

const hexIn = (value: Value): Uint8Array =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
    ? hexToBytes(value.slice(2).toLowerCase())
    : bad('hex');

const withLength = (bytes: Uint8Array): Uint8Array => concatBytes(numberBytes(BigInt(bytes.length)), padded(bytes));

function writeNumber({ kind, bits }: { readonly kind: 'uint' | 'int'; readonly bits: number }, value: Value) {
  if (typeof value !== 'bigint') return bad('no number');
  const fits = kind === 'uint' ? BigInt.asUintN(bits, value) === value : BigInt.asIntN(bits, value) === value;
  return fits ? numberBytes(value) : bad('a number out of range');
}

function write(type: AbiType, value: Value): Uint8Array {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return writeNumber(type, value);
    case 'bool':
      return typeof value === 'boolean' ? numberBytes(value ? 1n : 0n) : bad('neither true nor false');
    case 'address': {
      const bytes = hexIn(value);
      return bytes.length === 20 ? concatBytes(new Uint8Array(12), bytes) : bad('no address');
    }
    case 'string':
      return typeof value === 'string' ? withLength(utf8ToBytes(value)) : bad('no text');
    case 'bytes': {
      const bytes = hexIn(value);
      if (type.size === undefined) return withLength(bytes);
      return bytes.length === type.size ? padded(bytes) : bad('another length');
    }
    case 'list': {
      if (!Array.isArray(value) || (type.length !== undefined && value.length !== type.length)) return bad('no list');
      const items = writeAll(Array<AbiType>(value.length).fill(type.of), value);
      return type.length === undefined ? concatBytes(numberBytes(BigInt(value.length)), items) : items;
    }
    case 'tuple':
      return Array.isArray(value)
        ? writeAll(
            type.parts.map((part) => part.type),
            value,
          )
        : bad('no tuple');
  }
}

/** Heads first, then what is dynamic, one after the other. */
function writeAll(types: readonly AbiType[], values: readonly Value[]): Uint8Array {
  if (values.length !== types.length) return bad('another number of values');
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let end = types.reduce((sum, type) => sum + headOf(type), 0);
  for (const [i, type] of types.entries()) {
    const written = write(type, values[i] as Value);
    if (!isDynamic(type)) {
      heads.push(written);
      continue;
    }
    heads.push(numberBytes(BigInt(end)));
    tails.push(written);
    end += written.length;
  }
  return concatBytes(...heads, ...tails);
}

const typesOf = (parameters: readonly Parameter[]): AbiType[] => parameters.map(({ type }) => type);

/** @throws AbiError for values that the types have no words for */
export const encodeArguments = (parameters: readonly Parameter[], values: readonly Value[]): Uint8Array =>
  writeAll(typesOf(parameters), values);

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Strictly (see above). @throws AbiError */
export function decodeArguments(parameters: readonly Parameter[], bytes: Uint8Array): Value[] {
  const source: Source = { bytes, left: Math.floor(bytes.length / word) * 6 + 1 };
  const values = readAll(source, typesOf(parameters), 0);
  if (!isSame(writeAll(typesOf(parameters), values), bytes)) return bad('written in another way');
  return values;
}
