import { joinPath, PolicyError } from './canonical.ts';

/** A closed schema for documents of strings: every named field must be there, no other may be. */
export type Check<T> = (value: unknown, at: string) => T;
export type Checked<S> = { [K in keyof S]: S[K] extends Check<infer T> ? T : never };

/** A string that matches the whole pattern. */
export function text<T extends string = string>(pattern: RegExp): Check<T> {
  return (value, at) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new PolicyError('badField', at);
    return value as T;
  };
}

/** What is not known, or not there, is ''. */
export function emptyOr<T>(check: Check<T>): Check<T | ''> {
  return (value, at) => (value === '' ? '' : check(value, at));
}

export function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  return (value, at) => {
    if (!values.some((allowed) => allowed === value)) throw new PolicyError('badField', at);
    return value as T;
  };
}

export function list<T>(item: Check<T>, min: number, max: number): Check<T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) throw new PolicyError('badField', at);
    return value.map((entry, i) => item(entry, joinPath(at, i)));
  };
}

/** @param added stand for fields that documents did not have when the first of them were written */
export function record<S extends Record<string, Check<unknown>>>(
  fields: S,
  added: Readonly<Record<string, unknown>> = {},
): Check<Checked<S>> {
  const names = Object.keys(fields);
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PolicyError('badField', at);
    for (const key of Object.keys(value))
      if (!names.includes(key)) throw new PolicyError('unknownField', joinPath(at, key));
    const input: Record<string, unknown> = { ...added, ...value };
    const output = names.map((name) => {
      if (!Object.hasOwn(input, name)) throw new PolicyError('missingField', joinPath(at, name));
      return [name, fields[name]?.(input[name], joinPath(at, name))];
    });
    return Object.fromEntries(output) as Checked<S>;
  };
}

/** Tries one schema, then the other, by the value of a discriminating field: those that are named have the first. */
export function byType<A, B>(tag: string, first: readonly string[], a: Check<A>, b: Check<B>): Check<A | B> {
  return (value, at) => {
    const kind = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[tag] : undefined;
    return first.some((name) => name === kind) ? a(value, at) : b(value, at);
  };
}

export const patterns = {
  hash: /^[0-9a-f]{64}$/,
  hashOrEmpty: /^([0-9a-f]{64})?$/,
  publicKey32: /^[0-9a-f]{64}$/,
  publicKeyP256: /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/,
  digits: /^(0|[1-9]\d{0,18})$/,
  digitsOrEmpty: /^(0|[1-9]\d{0,18})?$/,
  units: /^(0|[1-9]\d{0,77})$/,
  unitsOrEmpty: /^(0|[1-9]\d{0,77})?$/,
  /** 0 to 720. */
  hours: /^(0|[1-9]\d?|[1-6]\d\d|7[01]\d|720)$/,
  /** A sub_wallet_id. */
  wallet: /^[1-9]\d{0,18}$/,
  chain: /^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  id: /^[A-Za-z0-9._:-]{1,64}$/,
  idOrEmpty: /^[A-Za-z0-9._:-]{0,64}$/,
  keyGroup: /^([0-9a-f]{32})?$/,
  path: /^(m(\/(0|[1-9]\d{0,9})){1,8})?$/,
  ascii: /^[\x21-\x7e]{0,128}$/,
  asciiText: /^[\x20-\x7e]{0,256}$/,
  origin: /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/,
  host: /^[a-z0-9.-]{1,253}$/,
  base64url: /^[A-Za-z0-9_-]{1,8192}$/,
  /** WebAuthn ids have at most 1023 bytes (Level 3, §6.1). */
  passkeyId: /^[A-Za-z0-9_-]{1,1364}$/,
  /** What coins are told apart by: letters that look like no others. */
  symbol: /^[A-Za-z0-9._-]{1,32}$/,
  decimals: /^([0-9]|[12][0-9]|3[0-6])$/,
  /** Free text for people, shown as text only, at most 100 code points: nothing that breaks lines or turns the writing direction, and no half of one. */
  name: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,100}$/u,
  /** Such a text of at most 200 (`limits.remark`): why somebody decides something, or orders it. */
  remark: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,200}$/u,
} as const;

/** First four bytes of a call's data: which method it calls. */
export const selector = text(/^0x[0-9a-f]{8}$/);
