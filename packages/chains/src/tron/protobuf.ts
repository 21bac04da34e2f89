import { concatBytes } from '@noble/hashes/utils.js';

/** What a field of a message holds. Numbers are written as 64-bit integers that are not negative. */
export type Value = bigint | Uint8Array;
/** Names of a message's fields and their numbers. */
export type Schema = Readonly<Record<string, number>>;
export type Message<S extends Schema> = { readonly [K in keyof S]?: Value };

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

const isEmpty = (value: Value): boolean => (typeof value === 'bigint' ? value === 0n : value.length === 0);

function field(number: number, value: Value): Uint8Array {
  const tag = (wire: 0 | 2): Uint8Array => varint(BigInt(number * 8 + wire));
  return typeof value === 'bigint'
    ? concatBytes(tag(0), varint(value))
    : concatBytes(tag(2), varint(BigInt(value.length)), value);
}

/** A message of Protocol Buffers (proto3): fields in the order of their numbers, those that are zero or empty left out. */
export function writeMessage<S extends Schema>(schema: S, values: Message<S>): Uint8Array {
  const fields = Object.entries(schema)
    .toSorted(([, a], [, b]) => a - b)
    .flatMap(([name, number]) => {
      const value = values[name];
      return value === undefined || isEmpty(value) ? [] : [field(number, value)];
    });
  return concatBytes(...fields);
}
