import { amountText, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** The same payment for a higher fee; everything else is said as of any payment. */
export const terminal: KindInTerminal = {
  headline: ({ intent, payment }) => {
    const [from, to] = [payment?.maxFee ?? '0', intent.maxFee].map((fee) => amountText(fee, intent.feeAsset.decimals));
    const sum = `${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}`;
    return `Speed up a payment: fee up from at most ${from} to at most ${to} ${intent.feeAsset.symbol}, same payment of ${sum}`;
  },
  lines: (review, now) => [
    line('speeds up', review.payment?.id ?? ''),
    '  the payment is under way; this one takes its place. The network makes one of the two at most, and it counts once in every limit',
    ...spenderLines(review, now, 'to'),
  ],
};
