import { allowanceTold, amountText, blocksOf, honestText, type Review } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

const mostOf = ({ intent: { outputs, asset } }: Review): string =>
  `${amountText(outputs[0]?.amount ?? '', asset.decimals)} ${asset.symbol}`;

const mayTake = (review: Review): string =>
  ({
    limited: `up to ${mostOf(review)}, at once or in parts, until it is taken back`,
    endless: `EVERYTHING, without limit, also what comes later (in figures ${mostOf(review)})`,
    none: 'nothing any more, from when this is on the chain',
  })[allowanceTold(review.intent)];

export const terminal: KindInTerminal = {
  headline: (review) => {
    const { intent, chain } = review;
    const spender = blocksOf(intent.outputs[0]?.address ?? '').join(' ');
    const of = `of wallet ${intent.wallet} on ${honestText(chain?.name ?? intent.chain)}`;
    const symbol = intent.asset.symbol;
    return {
      limited: `Let ${spender} take up to ${mostOf(review)} ${of}`,
      endless: `Let ${spender} take ALL ${symbol} ${of}, without limit`,
      none: `Take back what ${spender} may take of the ${symbol} ${of}`,
    }[allowanceTold(intent)];
  },
  lines: (review, now) => [line('may take', mayTake(review)), ...spenderLines(review, now, 'spender')],
};
