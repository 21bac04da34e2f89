import { dispersedBy } from '@holdfast/policy';
import { amountText, honestText, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** Many payees of one transaction; everything else is said as of any payment. */
export const terminal: KindInTerminal = {
  headline: ({ intent, chain }) => {
    const sum = `${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}`;
    return `Send ${sum} from wallet ${intent.wallet} on ${honestText(chain?.name ?? intent.chain)}, to ${intent.outputs.length} rows in one transaction`;
  },
  lines: (review, now) => {
    const { intent } = review;
    const contract = dispersedBy(intent);
    return [
      line('rows', `${intent.outputs.length}, all by one transaction`),
      line('root of rows', intent.call.split(' ')[1] ?? ''),
      ...(contract === ''
        ? []
        : [line('paid by', `${contract}, the contract for batches: what a row does not take stays in the wallet`)]),
      ...spenderLines(review, now, 'to'),
    ];
  },
};
