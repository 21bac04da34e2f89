import { type ChainConfig, ChainError, familyOf, type PathParts, parsePath } from '@holdfast/chains';
import type { Intent } from '@holdfast/policy';
import { refuse } from './errors.ts';

/** The parts of a path of ours; undefined for any other, as an intent may well name one. */
export function ownPath(path: string): PathParts | undefined {
  try {
    return parsePath(path);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** What an intent says of conflicts is the one word of its chain's family. @throws Refusal badIntent */
export function demandConflictWord({ conflict }: Intent, chain: ChainConfig): void {
  if (conflict !== familyOf(chain).conflict) throw refuse('badIntent', 'conflict');
}
