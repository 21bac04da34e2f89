import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { limits } from '../limits.ts';

/** Types of EIP-712: structs by name, each a list of fields, and what fields can be. */

/** What is no message that anybody could read. */
export class MessageError extends Error {}
export const unreadable = (why: string): never => {
  throw new MessageError(why);
};

export interface Field {
  readonly name: string;
  /** As it stands: `uint256`, `Person[]`. */
  readonly type: string;
}
export type Types = ReadonlyMap<string, readonly Field[]>;

export type FieldType =
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'string' }
  /** Without a size it is of any length. */
  | { readonly kind: 'bytes'; readonly size?: number }
  | { readonly kind: 'list'; readonly of: string; readonly length?: number }
  | { readonly kind: 'struct'; readonly name: string };

const identifier = /^[A-Za-z_$][\w$]{0,63}$/;
/** No struct can be called like these: a type would be two things. */
const taken = /^(address|bool|string|bytes\d*|u?int\d*|function|mapping|fixed|ufixed)$/;
const number =
  /^(?:(u?int)(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)|bytes([1-9]|[12]\d|3[0-2]))$/;

/** @throws MessageError for one that EIP-712 does not have, or that is spelled in another way (`uint`) */
export function fieldType(types: Types, text: string): FieldType {
  const [, of, length] = /^(.+)\[([1-9]\d{0,3})?\]$/.exec(text) ?? [];
  if (of !== undefined) return { kind: 'list', of, ...(length === undefined ? {} : { length: Number(length) }) };
  if (text === 'address' || text === 'bool' || text === 'string' || text === 'bytes') return { kind: text };
  const [, kind, bits, size] = number.exec(text) ?? [];
  if (kind === 'uint' || kind === 'int') return { kind, bits: Number(bits) };
  if (size !== undefined) return { kind: 'bytes', size: Number(size) };
  return types.has(text) ? { kind: 'struct', name: text } : unreadable(`no type: ${text}`);
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with these keys and no others. @throws MessageError */
export function only(value: unknown, keys: readonly string[], at: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return unreadable(`${at}: no object`);
  const strange = Object.keys(value).find((key) => !keys.includes(key));
  if (strange !== undefined) return unreadable(`${at}: nothing is known of ${strange.slice(0, 64)}`);
  const missing = keys.find((key) => !Object.hasOwn(value, key));
  return missing === undefined ? value : unreadable(`${at}: without ${missing}`);
}

function readField(value: unknown, at: string): Field {
  const { name, type } = only(value, ['name', 'type'], at);
  if (typeof name !== 'string' || !identifier.test(name) || typeof type !== 'string' || type.length > 128)
    return unreadable(`${at}: no field`);
  return { name, type };
}

/** @throws MessageError */
export function readTypes(value: unknown): Types {
  if (!isRecord(value)) return unreadable('types: no object');
  const names = Object.keys(value);
  if (names.length > limits.messageTypes) return unreadable('types: too many');
  return new Map(
    names.map((name) => {
      const fields = value[name];
      if (!identifier.test(name) || taken.test(name)) return unreadable('types: no name');
      if (!Array.isArray(fields) || fields.length > limits.messageFields) return unreadable(`${name}: no fields`);
      const read = fields.map((field) => readField(field, name));
      if (new Set(read.map((field) => field.name)).size !== read.length) return unreadable(`${name}: a field twice`);
      return [name, read];
    }),
  );
}

const baseOf = (type: string): string => type.replace(/(\[\d*\])+$/, '');

/** The structs that one is made of, itself first, the others in the order of their names. @throws MessageError */
export function structsOf(types: Types, primary: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { type } of types.get(name) ?? unreadable(`no type: ${name}`)) {
      const base = baseOf(type);
      if (fieldType(types, base).kind === 'struct') visit(base);
    }
  };
  visit(primary);
  found.delete(primary);
  return [primary, ...[...found].sort()];
}

/** `Mail(Person from,Person to,string contents)Person(string name,address wallet)`: what a type is known by (EIP-712, "encodeType"). */
export const encodeType = (types: Types, primary: string): string =>
  structsOf(types, primary)
    .map((name) => `${name}(${(types.get(name) ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('');

/** 64 hex. */
export const typeHash = (types: Types, primary: string): string =>
  bytesToHex(keccak_256(utf8ToBytes(encodeType(types, primary))));
