import { type ChainConfig, ChainError, familyOf, type PathParts, parsePath } from '@holdfast/chains';
import { type Intent, isMessage } from '@holdfast/policy';
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

/** What an intent says of conflicts is the one word of its chain's family; a message is in conflict with nothing. @throws Refusal badIntent */
export function demandConflictWord(intent: Intent, chain: ChainConfig): void {
  if (intent.conflict !== (isMessage(intent) ? 'none' : familyOf(chain).conflict))
    throw refuse('badIntent', 'conflict');
}
