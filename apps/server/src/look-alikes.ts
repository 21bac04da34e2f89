import type { WorkspaceId } from '@holdfast/contract';
import { looksOf, looksVersion, twinsOf } from '@holdfast/policy/look-alikes';
import { refuse } from './refuse.ts';

/** By which tables names are looked at: ours, and the letters that this program knows. */
export const looksBy = `${looksVersion} ${process.versions.unicode}`;

/** Every way that one of these names looks, for a search among those of one workspace; '' is no name. */
export const looksOfAll = (workspaceId: WorkspaceId, names: readonly string[]): string[] => [
  ...new Set(
    names.filter((name) => name !== '').flatMap((name) => looksOf(name).map((look) => `${workspaceId} ${look}`)),
  ),
];

/** New names that look like another of them, or like one there is, would deceive whoever reads them. @throws looksAlike */
export function demandDistinct(names: readonly string[], there: readonly string[]): void {
  const [twins] = twinsOf(names, there);
  if (twins) throw refuse('looksAlike', { name: twins.name, like: twins.like });
}
