import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Methods of contracts as the contract ABI has them: `transfer(address to,uint256 amount)`. */

export type AbiType =
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'string' }
  /** Without a size it is of any length. */
  | { readonly kind: 'bytes'; readonly size?: number }
  | { readonly kind: 'list'; readonly of: AbiType; readonly length?: number }
  | { readonly kind: 'tuple'; readonly parts: readonly Parameter[] };

export interface Parameter {
  /** '' where it has none. */
  readonly name: string;
  readonly type: AbiType;
}

export interface Method {
  readonly name: string;
  readonly inputs: readonly Parameter[];
  /** Name and types alone: what the selector is of. */
  readonly signature: string;
  /** 4 bytes, `0x…`. */
  readonly selector: string;
  /** The one spelling with names, as signed documents have it. */
  readonly text: string;
}

/** Deeper or longer ones are nobody's. */
const most = { length: 600, depth: 5, parts: 24, fixed: 64 };

/** The parts between commas that stand in no inner parentheses; undefined where these do not match. */
function partsOf(list: string): string[] | undefined {
  if (list.trim() === '') return [];
  const parts = [''];
  let depth = 0;
  for (const char of list) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (depth < 0) return undefined;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return depth === 0 ? parts : undefined;
}

function elementary(text: string): AbiType | undefined {
  if (text === 'address' || text === 'bool' || text === 'string') return { kind: text };
  if (text === 'bytes') return { kind: 'bytes' };
  const [, kind = '', digits = ''] = /^(u?int|bytes)([1-9]\d{0,2})?$/.exec(text) ?? [];
  const number = Number(digits || '256');
  if (kind === 'bytes') return number <= 32 ? { kind, size: number } : undefined;
  if (kind !== 'uint' && kind !== 'int') return undefined;
  return number % 8 === 0 && number <= 256 ? { kind, bits: number } : undefined;
}

/** Lists of it, from the inside out: `[2][]`. */
function listsOf(inner: AbiType, suffix: string): AbiType | undefined {
  let type = inner;
  for (const [, digits = ''] of suffix.matchAll(/\[(\d*)\]/g)) {
    const length = Number(digits);
    if (digits !== '' && (length === 0 || length > most.fixed || String(length) !== digits)) return undefined;
    type = digits === '' ? { kind: 'list', of: type } : { kind: 'list', of: type, length };
  }
  return type;
}

const words = /^((?:\[\d*\])*)(?:\s+(?:memory|calldata|storage|payable))?(?:\s+([A-Za-z_$][\w$]{0,63}))?$/;

/** One parameter; where things are kept is left out. */
function parameterOf(source: string, depth: number): Parameter | undefined {
  const text = source.trim().replace(/^tuple\s*\(/, '(');
  const end = text.startsWith('(') ? text.lastIndexOf(')') + 1 : text.search(/[\s[]|$/);
  const [, suffix = '', name = ''] = words.exec(text.slice(end)) ?? [undefined];
  if (!words.test(text.slice(end)) || depth === 0) return undefined;
  const parts = text.startsWith('(') ? parametersOf(text.slice(1, end - 1), depth - 1) : undefined;
  if (text.startsWith('(') && !parts?.length) return undefined;
  const inner: AbiType | undefined = parts ? { kind: 'tuple', parts } : elementary(text.slice(0, end));
  const type = inner && listsOf(inner, suffix);
  return type && { name, type };
}

function parametersOf(list: string, depth: number): Parameter[] | undefined {
  const found = partsOf(list)?.map((part) => parameterOf(part, depth));
  if (!found || found.length > most.parts) return undefined;
  const known = found.filter((one) => one !== undefined);
  return known.length === found.length ? known : undefined;
}

const listed = (parts: readonly Parameter[], named: boolean): string =>
  parts.map(({ name, type }) => spelled(type, named) + (named && name ? ` ${name}` : '')).join(',');

function spelled(type: AbiType, named: boolean): string {
  if (type.kind === 'tuple') return `(${listed(type.parts, named)})`;
  if (type.kind === 'list') return `${spelled(type.of, named)}[${type.length ?? ''}]`;
  if (type.kind === 'bytes') return `bytes${type.size ?? ''}`;
  return type.kind === 'uint' || type.kind === 'int' ? `${type.kind}${type.bits}` : type.kind;
}

/** A type as the ABI writes it, without names. */
export const typeText = (type: AbiType): string => spelled(type, false);

/**
 * A method by its signature, with names or without.
 * @returns undefined for what is none, and for types that have no name in the ABI (enums, contracts and structs by name, functions)
 */
export function methodOf(source: string): Method | undefined {
  if (source.length > most.length) return undefined;
  const [, name, list] = /^\s*(?:function\s+)?([A-Za-z_$][\w$]{0,63})\s*\((.*)\)\s*$/.exec(source) ?? [];
  const inputs = list === undefined ? undefined : parametersOf(list, most.depth);
  if (name === undefined || !inputs) return undefined;
  const signature = `${name}(${listed(inputs, false)})`;
  const selector = `0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}`;
  return { name, inputs, signature, selector, text: `${name}(${listed(inputs, true)})` };
}
