/** Checks of what a node answers: a field that is not what it must be ends the call, it is never guessed. */
import { RpcError } from './errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

const bad = (what: string): never => {
  throw new RpcError('badAnswer', what);
};

export const fieldsOf = (value: unknown, what: string): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : bad(what);

export const listOf = (value: unknown, what: string): readonly unknown[] => (Array.isArray(value) ? value : bad(what));

export const textOf = (value: unknown, pattern: RegExp, what: string): string =>
  typeof value === 'string' && pattern.test(value) ? value : bad(what);

export const countOf = (value: unknown, what: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : bad(what);

/** `0x…` without leading zeros → bigint, at most 256 bits. */
export const quantityOf = (value: unknown, what: string): bigint =>
  BigInt(textOf(value, /^0x(0|[1-9a-f][0-9a-f]{0,63})$/, what));

export const heightOf = (value: unknown, what: string): number => countOf(Number(quantityOf(value, what)), what);

export const hexOf = (value: unknown, what: string): string => textOf(value, /^([0-9a-f]{2})*$/, what);
