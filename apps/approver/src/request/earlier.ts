import { earlierText, earlierTold, type Review } from '@holdfast/review';
import { localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

const sayRaised = localWords({
  'en-US': { raised: 'The price rose: more approvals are needed than before. Those given stay.' },
  'zh-CN': { raised: '价格上涨：需要更多批准，已有的批准仍然有效。' },
});

/** Other payments to the same payees, and those whose place this one takes. */
const earlierNotices = (screen: Screen, review: Review): HTMLElement[] =>
  earlierTold(review).map((told) =>
    notice(
      told.word === 'others' ? 'info' : 'warn',
      screen.say('passThrough', { text: () => earlierText(told, screen.language()) }),
    ),
  );

/** Tells that a price rose since the request was made, and of its account's other payments. */
export const besideNotices = (screen: Screen, review: Review): HTMLElement[] => [
  ...(review.evaluation.raised ? [notice('warn', sayRaised(screen, 'raised'))] : []),
  ...earlierNotices(screen, review),
];
