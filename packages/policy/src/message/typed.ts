import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressText } from '../abi/codec.ts';
import { type Canonical, canonicalText, PolicyError } from '../canonical.ts';
import { limits } from '../limits.ts';
import { eip55 } from '../selector.ts';
import {
  type Field,
  type FieldType,
  fieldType,
  isRecord,
  only,
  readTypes,
  structsOf,
  type Types,
  typeHash,
  unreadable,
} from './types.ts';

/**
 * Typed data (EIP-712), strictly. Whoever asks may write numbers and addresses in any usual way; members sign one spelling of it, its normal text: strings, lists and
 * objects alone, numbers in decimal, addresses in EIP-55, bytes in lower case, keys in order, no type that is not used. That text says exactly one digest.
 */

/** Numbers as bigint; addresses in EIP-55; bytes as `0x…`. */
export type TypedValue = string | boolean | bigint | readonly TypedValue[] | { readonly [field: string]: TypedValue };
export type Struct = { readonly [field: string]: TypedValue };

export interface TypedData {
  readonly types: Types;
  readonly primaryType: string;
  readonly domain: Struct;
  readonly message: Struct;
}

/** What a domain can say (EIP-712, "eip712Domain"), in this order. */
const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];
const domainType = 'EIP712Domain';

function numberIn(value: unknown, at: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  const isNumber = typeof value === 'string' && /^(-?(0|[1-9]\d{0,77})|0x[0-9a-fA-F]{1,64})$/.test(value);
  return isNumber && value !== '-0' ? BigInt(value) : unreadable(`${at}: no whole number`);
}

function readNumber({ kind, bits }: Extract<FieldType, { bits: number }>, value: unknown, at: string): bigint {
  const read = numberIn(value, at);
  const fits = kind === 'uint' ? BigInt.asUintN(bits, read) === read : BigInt.asIntN(bits, read) === read;
  return fits ? read : unreadable(`${at}: a number out of range`);
}

function readBytes(size: number | undefined, value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) return unreadable(`${at}: no bytes`);
  return size === undefined || value.length === 2 + 2 * size
    ? value.toLowerCase()
    : unreadable(`${at}: another length`);
}

function readAddress(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return unreadable(`${at}: no address`);
  return eip55(value) ?? (/^0x0+$/.test(value) ? addressText(value.slice(2)) : unreadable(`${at}: another checksum`));
}

function readWord(type: FieldType, value: unknown, at: string): TypedValue {
  if (type.kind === 'uint' || type.kind === 'int') return readNumber(type, value, at);
  if (type.kind === 'bytes') return readBytes(type.size, value, at);
  if (type.kind === 'address') return readAddress(value, at);
  if (type.kind === 'bool') {
    const said = value === true || value === 'true';
    return said || value === false || value === 'false' ? said : unreadable(`${at}: neither true nor false`);
  }
  return typeof value === 'string' && value.isWellFormed() ? value : unreadable(`${at}: no text`);
}

/** Counts what is read, so that few bytes cannot stand for many values. */
interface Room {
  readonly types: Types;
  left: number;
}

function readValue(room: Room, text: string, value: unknown, at: string, depth: number): TypedValue {
  if (--room.left < 0 || depth > limits.messageDepth) return unreadable('too much in one');
  const type = fieldType(room.types, text);
  if (type.kind === 'struct') return readStruct(room, type.name, value, at, depth + 1);
  if (type.kind !== 'list') return readWord(type, value, at);
  if (!Array.isArray(value) || (type.length !== undefined && value.length !== type.length))
    return unreadable(`${at}: no such list`);
  return value.map((one, i) => readValue(room, type.of, one, `${at}[${i}]`, depth + 1));
}

function readStruct(room: Room, name: string, value: unknown, at: string, depth: number): Struct {
  const fields = room.types.get(name) ?? [];
  const said = only(
    value,
    fields.map((field) => field.name),
    at,
  );
  return Object.fromEntries(
    fields.map((field) => [field.name, readValue(room, field.type, said[field.name], `${at}.${field.name}`, depth)]),
  );
}

/** Those of the domain: as they stand, or where they are left out by what the domain says. */
function domainOf(types: Types, domain: unknown): readonly Field[] {
  const said = types.get(domainType);
  const keys = isRecord(domain) ? Object.keys(domain) : [];
  const usual = domainFields.filter(({ name }) => (said ? said.some((one) => one.name === name) : keys.includes(name)));
  if (
    said &&
    JSON.stringify(said.map(({ name, type }) => [name, type])) !==
      JSON.stringify(usual.map(({ name, type }) => [name, type]))
  )
    return unreadable('EIP712Domain: not what a domain says');
  return usual;
}

/** @throws MessageError for what is no typed data */
export function readTypedData(value: unknown): TypedData {
  const {
    types: said,
    primaryType,
    domain,
    message,
  } = only(value, ['types', 'primaryType', 'domain', 'message'], 'typed data');
  const all = readTypes(said);
  if (typeof primaryType !== 'string' || primaryType === domainType || !all.has(primaryType))
    return unreadable('primaryType: none of its types');
  const used = structsOf(all, primaryType);
  if (used.includes(domainType)) return unreadable('EIP712Domain: of no message');
  const types: Types = new Map([
    [domainType, domainOf(all, domain)],
    ...used.map((name) => [name, all.get(name) ?? []] as const),
  ]);
  const room: Room = { types, left: limits.messageValues };
  return {
    types,
    primaryType,
    domain: readStruct(room, domainType, domain, 'domain', 1),
    message: readStruct(room, primaryType, message, 'message', 1),
  };
}

function spelled(value: TypedValue): Canonical {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(spelled);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spelled(one)]));
}

/** Its normal text. @throws MessageError for what nests deeper than anything that is signed */
export function typedText({ types, primaryType, domain, message }: TypedData): string {
  const told = Object.fromEntries(
    [...types].map(([name, fields]) => [name, fields.map(({ name, type }) => ({ name, type }))]),
  );
  try {
    return canonicalText({ types: told, primaryType, domain: spelled(domain), message: spelled(message) });
  } catch (error) {
    if (error instanceof PolicyError) return unreadable(error.message);
    throw error;
  }
}

/** Reads typed data from JSON in whatever spelling. @throws MessageError */
export function parseTypedData(text: string): TypedData {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('no JSON');
  }
  return readTypedData(value);
}

const word = (number: bigint): Uint8Array => hexToBytes(BigInt.asUintN(256, number).toString(16).padStart(64, '0'));
const onTheRight = (bytes: Uint8Array): Uint8Array => concatBytes(new Uint8Array(32 - bytes.length), bytes);
const onTheLeft = (bytes: Uint8Array): Uint8Array => concatBytes(bytes, new Uint8Array(32 - bytes.length));
const bytesOf = (value: TypedValue): Uint8Array => hexToBytes(String(value).slice(2).toLowerCase());

/** Types, and the hash of each once it is known: one that stands in a list of many is hashed once. */
interface Hashing {
  readonly types: Types;
  readonly known: Map<string, Uint8Array>;
}

function hashOfType({ types, known }: Hashing, name: string): Uint8Array {
  const hash = known.get(name) ?? hexToBytes(typeHash(types, name));
  known.set(name, hash);
  return hash;
}

/** 32 bytes of a value (EIP-712, "encodeData"). */
function encoded(hashing: Hashing, text: string, value: TypedValue): Uint8Array {
  const type = fieldType(hashing.types, text);
  switch (type.kind) {
    case 'struct':
      return hashStruct(hashing, type.name, value as Struct);
    case 'list':
      return keccak_256(concatBytes(...(value as readonly TypedValue[]).map((one) => encoded(hashing, type.of, one))));
    case 'string':
      return keccak_256(utf8ToBytes(String(value)));
    case 'bytes':
      return type.size === undefined ? keccak_256(bytesOf(value)) : onTheLeft(bytesOf(value));
    case 'address':
      return onTheRight(bytesOf(value));
    case 'bool':
      return word(value === true ? 1n : 0n);
    default:
      return word(value as bigint);
  }
}

function hashStruct(hashing: Hashing, name: string, struct: Struct): Uint8Array {
  const fields = hashing.types.get(name) ?? [];
  return keccak_256(
    concatBytes(
      hashOfType(hashing, name),
      ...fields.map((field) => encoded(hashing, field.type, struct[field.name] as TypedValue)),
    ),
  );
}

/** What is hashed to be signed: `0x19 0x01`, the domain, the message. */
export function typedPreimage({ types, primaryType, domain, message }: TypedData): Uint8Array {
  const hashing: Hashing = { types, known: new Map() };
  return concatBytes(
    Uint8Array.of(0x19, 0x01),
    hashStruct(hashing, domainType, domain),
    hashStruct(hashing, primaryType, message),
  );
}
