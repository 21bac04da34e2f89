import { earlierTold, earlierWords, type Review } from '@holdfast/review';
import { localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

const say = localWords(earlierWords);

/** Other payments to the same payees, and those whose place this one takes. */
export const earlierNotices = (screen: Screen, review: Review): HTMLElement[] =>
  earlierTold(review).map(({ word, params }) => notice(word === 'others' ? 'info' : 'warn', say(screen, word, params)));
