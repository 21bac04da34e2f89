import { bookHash, PolicyError, parseBookChange } from '@holdfast/policy';
import { agreement } from '../admission/agreement.ts';
import { attachedDocument, bookStep, tokenStep } from '../admission/rules.ts';
import type { AdmittedKind } from '../admission/types.ts';

const hashOf = (change: string): string => bookHash(parseBookChange(change));

/** What cannot be read is no change in force; admission says why. */
function isLast(hash: string, change: string): boolean {
  try {
    return hashOf(change) === hash;
  } catch (error) {
    if (error instanceof PolicyError) return false;
    throw error;
  }
}

/** A change of the address book. */
export const book: AdmittedKind = {
  peer: 'server',
  steps: [attachedDocument, bookStep, tokenStep, agreement],
  change: {
    after: (standing, change) => ({ ...standing, book: hashOf(change) }),
    isInForce: (state, change) => isLast(state.book.hash, change),
    entry: (change, approved) => ({ type: 'book', change, ...approved }),
    reply: (standing) => ({ bookHash: standing.book }),
    told: (state) => ['the address book has changed', { entries: state.book.entries.size }],
  },
};
