import { parentOf } from '@holdfast/policy';
import { amountText } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** Said are the parent and the fee: nothing else leaves. */
export const terminal: KindInTerminal = {
  headline: ({ intent }) => {
    const fee = `${amountText(intent.maxFee, intent.feeAsset.decimals)} ${intent.feeAsset.symbol}`;
    return `Spend an own output to oneself: it pays for the parent, for a fee of at most ${fee}`;
  },
  lines: (review, now) => [
    line('pays for the parent', parentOf(review.intent)),
    '  the parent is in no block yet, by the server’s word; who wants this fee has to make the parent too. Nothing else leaves the wallet',
    ...spenderLines(review, now, 'own account'),
  ],
};
