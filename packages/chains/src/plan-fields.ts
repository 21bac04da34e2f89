/** Reading the form of a plan that came from somebody else: exactly these fields, each of its shape. */
import { ChainError } from './errors.ts';

/** @throws ChainError `badPlan` naming the field */
export const badPlan = (field: string): never => {
  throw new ChainError('badPlan', field);
};

/** Exactly these fields, no more and no less. @throws ChainError `badPlan` */
export function planFields<K extends string>(
  value: unknown,
  names: readonly K[],
  at: string,
): Readonly<Record<K, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return badPlan(at);
  if (Object.keys(value).length !== names.length || !hasAll(value, names)) return badPlan(at);
  return value;
}

const hasAll = <K extends string>(value: object, names: readonly K[]): value is Record<K, unknown> =>
  names.every((name) => Object.hasOwn(value, name));

/** @throws ChainError `badPlan` */
export const planText = (value: unknown, pattern: RegExp, field: string): string =>
  typeof value === 'string' && pattern.test(value) ? value : badPlan(field);

/** Whole bytes as lower-case hex, so many at most. @throws ChainError `badPlan` */
export const planHex = (value: unknown, maxBytes: number, field: string): string =>
  typeof value === 'string' && value.length <= 2 * maxBytes && /^([0-9a-f]{2})+$/.test(value) ? value : badPlan(field);

/** @throws ChainError `badPlan` */
export const planInteger = (value: unknown, max: number, field: string): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max ? value : badPlan(field);

export const unitsPattern = /^(0|[1-9]\d{0,77})$/;
