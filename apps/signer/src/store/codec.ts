/** Values of the state as JSON and back, exactly: what JSON has no word for is an object with this one key. */
const tag = '$';
/** Stands in the JSON of whatever has such an object in it. */
const tagMark = `"${tag}":`;

type Packed = { readonly [tag]: 'bigint' | 'map' | 'set' | 'object'; readonly v: unknown };

const isPacked = (value: object): value is Packed => Object.hasOwn(value, tag);

const packEntries = (entries: Iterable<readonly [unknown, unknown]>): unknown[] =>
  [...entries].map(([key, value]) => [pack(key), pack(value)]);

/** @throws Error for a function or another thing with a mind of its own */
export function pack(value: unknown): unknown {
  if (typeof value === 'bigint') return { [tag]: 'bigint', v: String(value) };
  if (typeof value === 'function' || typeof value === 'symbol') throw new Error('the state holds what cannot be kept');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(pack);
  if (value instanceof Map) return { [tag]: 'map', v: packEntries(value) };
  if (value instanceof Set) return { [tag]: 'set', v: [...value].map(pack) };
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  if (isPacked(value)) return { [tag]: 'object', v: packEntries(entries) };
  return Object.fromEntries(entries.map(([key, field]) => [key, pack(field)]));
}

const unpackEntries = (v: unknown): [unknown, unknown][] =>
  (v as readonly (readonly [unknown, unknown])[]).map(([key, value]) => [unpack(key), unpack(value)]);

function unpackTagged({ [tag]: kind, v }: Packed): unknown {
  if (kind === 'bigint') return BigInt(String(v));
  if (kind === 'map') return new Map(unpackEntries(v));
  if (kind === 'set') return new Set((v as readonly unknown[]).map(unpack));
  return Object.fromEntries(unpackEntries(v) as [string, unknown][]);
}

/** What JSON text was read to, which nobody else holds: it is changed in place, as most of it stays what it is. */
export function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isPacked(value)) return unpackTagged(value);
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (typeof field === 'object' && field !== null) put(fields, key, unpack(field));
  }
  return value;
}

/** A field of that very name, also of one that means something else where it is assigned. */
function put(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') fields[key] = value;
  else Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}

export const textOf = (value: unknown): string => JSON.stringify(pack(value));

/** Most texts hold nothing that JSON has no word for. */
export function readPacked(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes(tagMark) ? unpack(value) : value;
}
