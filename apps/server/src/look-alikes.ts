import { twinsOf } from '@holdfast/policy/look-alikes';
import { refuse } from './refuse.ts';

/** New names that look like another of them, or like one there is, would deceive whoever reads them. @throws looksAlike */
export function demandDistinct(names: readonly string[], there: readonly string[]): void {
  const [twins] = twinsOf(names, there);
  if (twins) throw refuse('looksAlike', { name: twins.name, like: twins.like });
}
