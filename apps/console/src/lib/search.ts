import { type RegisteredRouter, useNavigate, useSearch } from '@tanstack/react-router';
import { typing } from './typed.ts';

/** What stands after the `?` of an address: anybody may have written it. */
export type Search = Readonly<Record<string, unknown>>;
/** Reads an address: what is not understood is left out, never an error. What it has read it reads again as the same. */
export type SearchReader<T extends object = object> = (search: Search) => T;

type Read<T> = (value: unknown) => T | undefined;
type Fields = Readonly<Record<string, Read<unknown>>>;
type Values<F extends Fields> = { readonly [K in keyof F]?: ReturnType<F[K]> | undefined };

/**
 * The reader of a screen's address, from one reader a parameter. A value that is not understood is there as undefined: what the router keeps is
 * not hidden from whoever looks for wrong values, but from the screen.
 */
export const searchOf =
  <F extends Fields>(fields: F): SearchReader<Values<F>> =>
  (search) =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(search[name])])) as Values<F>;

/** A text on one line, as people search for; a number is one too. */
export const words =
  (longest = 100): Read<string> =>
  (value) => {
    const text = (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '').trim();
    return text !== '' && text.length <= longest && !/[\p{Cc}\p{Cs}]/u.test(text) ? text : undefined;
  };

/** A text of a shape. */
export const shaped =
  (shape: RegExp): Read<string> =>
  (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && shape.test(text.trim()) ? text.trim() : undefined;
  };

/** A whole number from 1. */
export const whole =
  (most: number): Read<number> =>
  (value) => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
  };

export const pageNumber = whole(1_000_000);

export const oneOf =
  <T extends string | number>(...values: readonly T[]): Read<T> =>
  (value) =>
    values.find((one) => one === value);

/** Values that are there; the others are left out by name too. */
export const given = <T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Parameters of any screen. */
export type AnySearch = ReturnType<typeof useSearch<RegisteredRouter, undefined, false, true, unknown, boolean>>;

/**
 * The present address as a screen's reader has it, and how to change some of its parameters: undefined takes one out.
 */
export function useAddress<T extends object>(read: SearchReader<T>) {
  const search = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const write = (next: AnySearch, replace = false): void =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, ...next }),
      replace: replace || typing.on,
      resetScroll: false,
    });
  return [search, write] as const;
}
