import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { limits } from './limits.ts';

/** What may stand in a signed document: strings, lists and objects of them. Numbers lose digits, so there are none (threat T31). */
export type Canonical = string | readonly Canonical[] | { readonly [key: string]: Canonical };

export class PolicyError extends Error {
  readonly code: PolicyFault;
  /** Where in the document, as a path such as `outputs.0.amount`. */
  readonly at: string;

  constructor(code: PolicyFault, at = '') {
    super(at ? `${code} at ${at}` : code);
    this.code = code;
    this.at = at;
  }
}

export type PolicyFault =
  | 'notCanonical'
  | 'tooLarge'
  | 'tooDeep'
  | 'missingField'
  | 'unknownField'
  | 'badField'
  | 'badJson'
  | 'inconsistent';

/** A path for messages; keys that nobody of ours chose are cut. */
export const joinPath = (at: string, key: string | number): string => {
  const step = String(key).slice(0, 64);
  return at === '' ? step : `${at}.${step}`;
};

/** Keys that lead to a value, from the outermost one; a path is made of them only where something is wrong. */
type Way = (string | number)[];
const wrong = (code: PolicyFault, way: Way): PolicyError => new PolicyError(code, way.reduce<string>(joinPath, ''));

function writeString(value: string, way: Way): string {
  if (!value.isWellFormed()) throw wrong('badField', way);
  return JSON.stringify(value);
}

function write(value: unknown, way: Way, depth: number): string {
  if (typeof value === 'string') return writeString(value, way);
  if (typeof value !== 'object' || value === null) throw wrong('badField', way);
  if (depth === 0) throw wrong('tooDeep', way);
  const inner = (item: unknown, key: string | number): string => {
    way.push(key);
    const text = write(item, way, depth - 1);
    way.pop();
    return text;
  };
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${writeString(name, way)}:${inner(fields[name], name)}`).join(',')}}`;
}

/**
 * RFC 8785 text of a value made of strings, lists and objects: keys sorted by UTF-16 code units, no white space.
 * @throws PolicyError badField for anything else, lone surrogates included; tooDeep
 */
export const canonicalText = (value: Canonical): string => write(value, [], limits.depth);

/** Do two values say the same? */
export const isSame = (a: unknown, b: unknown): boolean =>
  canonicalText(a as Canonical) === canonicalText(b as Canonical);

export const canonicalBytes = (value: Canonical): Uint8Array => utf8ToBytes(canonicalText(value));

/** SHA-256(domain ‖ 0 ‖ canonical bytes): the domain keeps one kind of document from being taken for another. */
export const domainDigest = (domain: string, value: Canonical): Uint8Array =>
  domainDigestOf(domain, canonicalText(value));

/** The same of a document's canonical text. */
export const domainDigestOf = (domain: string, text: string): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(domain), new Uint8Array(1), utf8ToBytes(text)));

/** SHA-256 of the canonical text of an attached document, as an intent's `body` names it. */
export const bodyOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The same of a document as it is written. */
export const bodyHash = (value: Canonical): string => bodyOf(canonicalText(value));

/**
 * Reads a document that must already be canonical: parsing and writing it again must give the same text. That refuses duplicate keys, numbers,
 * white space and escapes of choice without a parser of our own.
 * @throws PolicyError tooLarge | tooDeep | badJson | notCanonical | badField
 */
export function parseCanonical(text: string, maxBytes: number): unknown {
  if (utf8ToBytes(text).length > maxBytes) throw new PolicyError('tooLarge');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PolicyError('badJson');
  }
  if (canonicalText(value as Canonical) !== text) throw new PolicyError('notCanonical');
  return value;
}
