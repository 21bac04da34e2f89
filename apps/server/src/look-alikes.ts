import { looksOf, twinsOf } from '@holdfast/policy/look-alikes';
import { refuse } from './refuse.ts';

/** Every way that one of these names looks, for a search among many; '' is no name. */
export const looksOfAll = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name) => name !== '').flatMap(looksOf)),
];

/** New names that look like another of them, or like one there is, would deceive whoever reads them. @throws looksAlike */
export function demandDistinct(names: readonly string[], there: readonly string[]): void {
  const [twins] = twinsOf(names, there);
  if (twins) throw refuse('looksAlike', { name: twins.name, like: twins.like });
}
