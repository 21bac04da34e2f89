import { tickOf, transferText } from '@holdfast/policy';
import { amountText, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** Said are the token, the amount and what is inscribed. */
export const terminal: KindInTerminal = {
  headline: ({ intent }) =>
    `Pay ${amountText(totalUnits(intent.outputs), intent.asset.decimals)} of the BRC-20 token ${intent.asset.symbol}`,
  lines: (review, now) => {
    const tick = tickOf(review.intent.asset);
    const text = tick === undefined ? '' : transferText(tick, BigInt(review.intent.outputs[0]?.amount ?? '0'));
    return [
      line('inscribed', text),
      '  one decision, three transactions: committed to, revealed at the paying address, sent to the payee; the fee is for all of them, with the coins that go along',
      ...spenderLines(review, now, 'to'),
    ];
  },
};
