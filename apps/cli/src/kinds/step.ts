import { amountText, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** One transaction of a payment. Nobody decides on it, so nobody is asked; whoever looks at it anyway reads what it is. */
export const terminal: KindInTerminal = {
  headline: ({ intent }) =>
    `Pay ${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}: ${intent.call} of a payment, which alone is decided on`,
  lines: (review, now) => [line('payment', review.intent.body), ...spenderLines(review, now, 'to')],
};
