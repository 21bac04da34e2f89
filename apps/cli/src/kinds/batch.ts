import { amountText, honestText, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

/** Many payments by one decision; everything else is said as of any payment. */
export const terminal: KindInTerminal = {
  headline: ({ intent, chain }) => {
    const sum = `${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}`;
    return `Withdraw ${sum} from wallet ${intent.wallet} on ${honestText(chain?.name ?? intent.chain)}, in ${intent.outputs.length} payments`;
  },
  lines: (review, now) => {
    const { outputs, maxFee, feeAsset, call } = review.intent;
    const each = amountText(String(BigInt(maxFee) / BigInt(outputs.length)), feeAsset.decimals);
    return [
      line('payments', `${outputs.length}, each a transaction of its own for at most ${each} ${feeAsset.symbol}`),
      line('root of rows', call.slice('rows '.length)),
      ...spenderLines(review, now, 'to'),
    ];
  },
};
