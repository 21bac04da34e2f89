import { refuse } from './errors.ts';

/** Closed schemas for what arrives from outside: every field is checked, an unknown field is refused. */
export type Check<T> = (value: unknown, at: string) => T;
type Shape = Readonly<Record<string, Check<unknown>>>;
type Optional<S extends Shape> = { [K in keyof S]: undefined extends ReturnType<S[K]> ? K : never }[keyof S];
export type Checked<S extends Shape> = { [K in Exclude<keyof S, Optional<S>>]: ReturnType<S[K]> } & {
  [K in Optional<S>]?: Exclude<ReturnType<S[K]>, undefined>;
};

const bad = (at: string): never => {
  throw refuse('badRequest', at);
};

export const text =
  (pattern: RegExp): Check<string> =>
  (value, at) =>
    typeof value === 'string' && pattern.test(value) ? value : bad(at);

/** Whole bytes as lower-case hex. */
export const hexBytes =
  (min: number, max: number): Check<string> =>
  (value, at) => {
    if (typeof value !== 'string' || value.length < 2 * min || value.length > 2 * max) return bad(at);
    // A pattern takes six times as long to look through 100 kB as all of it to be read and written.
    return Buffer.from(value, 'hex').toString('hex') === value ? value : bad(at);
  };

/** Any text of at most `max` characters. */
export const anyText =
  (max: number): Check<string> =>
  (value, at) =>
    typeof value === 'string' && value.length <= max && value.isWellFormed() ? value : bad(at);

export const integer =
  (min: number, max: number): Check<number> =>
  (value, at) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max ? value : bad(at);

export const flag: Check<boolean> = (value, at) => (typeof value === 'boolean' ? value : bad(at));

/** Taken as it is: something later checks it. */
export const anything: Check<unknown> = (value) => value;

export const list =
  <T>(item: Check<T>, max: number): Check<T[]> =>
  (value, at) =>
    Array.isArray(value) && value.length <= max ? value.map((entry, i) => item(entry, `${at}.${i}`)) : bad(at);

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, at) =>
    value === undefined ? undefined : check(value, at);

export const object =
  <S extends Shape>(shape: S): Check<Checked<S>> =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(at);
    const input = value as Record<string, unknown>;
    const unknown = Object.keys(input).find((key) => !Object.hasOwn(shape, key));
    if (unknown !== undefined) return bad(`${at}.${unknown}`);
    const fields = Object.entries(shape).map(([name, check]) => {
      const field = Object.hasOwn(input, name) ? input[name] : undefined;
      return [name, check(field, `${at}.${name}`)] as const;
    });
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined)) as Checked<S>;
  };

export const patterns = {
  hex32: /^[0-9a-f]{64}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  party: /^[1-9]\d?$/,
  group: /^[0-9a-f]{32}$/,
  path: /^m(\/(0|[1-9]\d{0,9})){1,8}$/,
  chain: /^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/,
  origin: /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/,
} as const;
