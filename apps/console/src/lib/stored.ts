import { createJSONStorage, type PersistOptions } from 'zustand/middleware';

/** What was stored may be of another version, tampered with or not ours: anything but an object has no fields. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const storedText = (value: unknown, shape: RegExp): string =>
  typeof value === 'string' && shape.test(value) ? value : '';

export const storedId = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

export const storedOneOf = <T extends string>(value: unknown, choices: readonly T[], otherwise: T): T =>
  choices.find((choice) => choice === value) ?? otherwise;

/** The browser's storage; where it is full or forbidden, state lasts as long as the page. */
const storage = createJSONStorage<unknown>(() => ({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Full or forbidden: nothing is lost but the memory of it.
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
}));

/**
 * How a store is kept locally. `read` picks the sound fields out of whatever was stored, by whichever version; the rest keeps its first value.
 */
export function kept<S, Kept extends Partial<S>>(
  name: string,
  read: (fields: Readonly<Record<string, unknown>>) => Kept,
): PersistOptions<S, unknown> {
  return {
    name: `holdfast.${name}`,
    version: 1,
    storage,
    partialize: (state) => read(fieldsOf(state)),
    migrate: (stored) => stored,
    merge: (stored, current) => ({ ...current, ...read(fieldsOf(stored)) }),
  };
}
