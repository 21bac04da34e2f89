import type { AssetKey } from '@holdfast/policy';

/** What of a configuration is wrong. */
export class PriceConfigError extends Error {
  readonly at: string;
  constructor(at: string) {
    super(`the price source is not valid at "${at}"`);
    this.name = 'PriceConfigError';
    this.at = at;
  }
}
const bad = (at: string): never => {
  throw new PriceConfigError(at);
};

/** The fields of one object, each of which is read exactly once; `end` refuses whatever nobody asked for. */
export interface Fields {
  text(name: string, pattern: RegExp, otherwise?: string): string;
  count(name: string, min: number, max: number, otherwise?: number): number;
  inner<T>(name: string, read: (fields: Fields) => T): T;
  list<T>(name: string, max: number, read: (item: Fields) => T): T[];
  /** By what is priced: `chain|contract`. */
  byAsset(name: string, max: number, pattern: RegExp): Readonly<Record<AssetKey, string>>;
  has(name: string): boolean;
  end(): void;
}

export const namePattern = /^[^\p{C}]{1,60}$/u;
const assetPattern = /^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}\|[\x21-\x7b\x7d\x7e]{0,128}$/;

/** All of an object, read as this does. */
function within<T>(value: unknown, at: string, read: (fields: Fields) => T): T {
  const fields = fieldsOf(value, at);
  const found = read(fields);
  fields.end();
  return found;
}

/** @throws PriceConfigError */
export function fieldsOf(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(at);
  const given = new Map(Object.entries(value));
  const read = new Set<string>();
  const take = (name: string): unknown => {
    read.add(name);
    return given.get(name);
  };
  const place = (name: string): string => `${at}.${name}`;
  const text = (field: unknown, pattern: RegExp, where: string): string =>
    typeof field === 'string' && pattern.test(field) ? field : bad(where);
  const own = (field: unknown, where: string): Record<string, unknown> =>
    typeof field === 'object' && field !== null && !Array.isArray(field) ? { ...field } : bad(where);
  return {
    has: (name) => given.has(name),
    text(name, pattern, otherwise) {
      const field = take(name);
      return field === undefined && otherwise !== undefined ? otherwise : text(field, pattern, place(name));
    },
    count(name, min, max, otherwise) {
      const field = take(name) ?? otherwise;
      const sound = typeof field === 'number' && Number.isSafeInteger(field) && field >= min && field <= max;
      return sound ? field : bad(place(name));
    },
    inner: (name, readField) => within(take(name), place(name), readField),
    list(name, max, readItem) {
      const field = take(name);
      if (!Array.isArray(field) || field.length === 0 || field.length > max) return bad(place(name));
      return field.map((item, n) => within(item, `${place(name)}.${n}`, readItem));
    },
    byAsset(name, max, pattern) {
      const pairs = Object.entries(own(take(name), place(name)));
      if (pairs.length === 0 || pairs.length > max) return bad(place(name));
      return Object.fromEntries(
        pairs.map(([asset, said]) => {
          const where = `${place(name)}.${asset}`;
          return [text(asset, assetPattern, where), text(said, pattern, where)];
        }),
      );
    },
    end() {
      for (const name of given.keys()) if (!read.has(name)) bad(place(name));
    },
  };
}
