import { inscriptionOf } from '@holdfast/policy';
import { amountText, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** Said are the inscription, the output and the payee. */
export const terminal: KindInTerminal = {
  headline: ({ intent }) =>
    `Send an inscription, with the ${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol} that it lies on`,
  lines: (review, now) => {
    const { inscription = '', outpoint = '' } = inscriptionOf(review.intent) ?? {};
    return [
      line('inscription', inscription),
      line('output', outpoint),
      '  it is sent whole, with whatever lies on it; that the inscription lies there is the server’s word',
      ...spenderLines(review, now, 'to'),
    ];
  },
};
