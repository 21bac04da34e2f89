import { amountText, blocksOf, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** Nothing in the place of a payment: said is the payment that is not to be made. */
export const terminal: KindInTerminal = {
  headline: ({ intent, payment = intent }) => {
    const sum = `${amountText(totalUnits(payment.outputs), payment.asset.decimals)} ${payment.asset.symbol}`;
    const fee = `${amountText(intent.maxFee, intent.feeAsset.decimals)} ${intent.feeAsset.symbol}`;
    return `Drop a payment of ${sum}: nothing is paid in its place, for a fee of at most ${fee}`;
  },
  lines: (review, now) => [
    line('drops', review.payment?.id ?? ''),
    ...(review.payment?.outputs ?? []).map(({ address }) => line('would have paid', blocksOf(address).join(' '))),
    '  the payment is under way and may be made first. The network makes one of the two at most; both count as that payment in every limit',
    '  who would be asked to approve that payment today is asked to drop it',
    ...spenderLines(review, now, 'own account'),
  ],
};
