import { codes, reject } from './errors.ts';

/** Parameters of a call as bitcoind checks them. */
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const wrongType = (value: unknown, name: string, wanted: string): never =>
  reject(
    `Wrong type passed:\n${name}: JSON value of type ${typeOf(value)} is not of expected type ${wanted}`,
    codes.type,
  );

export const textOf = (value: unknown, name: string): string =>
  typeof value === 'string' ? value : wrongType(value, name, 'string');

export const numberOf = (value: unknown, name: string): number =>
  typeof value === 'number' ? value : wrongType(value, name, 'number');

export const textsOf = (value: unknown, name: string): string[] =>
  Array.isArray(value) ? value.map((item) => textOf(item, name)) : wrongType(value, name, 'array');

export function countOf(value: unknown, name: string, limit: number): number {
  const count = numberOf(value, name);
  if (!Number.isInteger(count) || count < 0 || count > limit) reject('JSON integer out of range', codes.misc);
  return count;
}
