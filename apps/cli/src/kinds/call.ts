import { blocksOf, callTitle, callTold, honestText, type Review, valueTold } from '@holdfast/review';
import { line } from '../line.ts';
import { callLines } from './argument.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

function leavingLines(review: Review): string[] {
  const told = callTold(review);
  if (!told)
    return ['  ! This call cannot be read: its data is not what its method says. No signer signs it. Refuse it.'];
  const value = valueTold(review);
  return [
    ...(told.hasRaw
      ? ['  ! A part of this call is data that nothing explains. Refuse it unless you know what it does']
      : []),
    ...(told.endless ? ['  ! This call lets another account take EVERYTHING of a token, also what comes later'] : []),
    ...told.calls.flatMap(callLines),
    line('goes along', value === '' ? 'no coins' : value),
    ...told.outflows.map(({ amount, symbol, contract, allowed }) =>
      line(
        allowed ? 'leaves or taken' : 'leaves at most',
        `${amount} ${symbol} (${contract}); it counts in every limit`,
      ),
    ),
    ...told.things.flatMap(({ contract, label, id, amount, to }) => [
      line('leaves', `${amount} × number ${id} of the collection ${label === '' ? '' : `${JSON.stringify(label)} `}`),
      line('', blocksOf(contract).join(' ')),
      line('to', blocksOf(to).join(' ')),
    ]),
    ...(told.inflow
      ? [line('comes at least', `${told.inflow.amount} ${told.inflow.symbol} (${told.inflow.contract || 'coin'})`)]
      : []),
    ...told.uncounted.map((token) => line('leaves too', `${token}, which this signer does not count`)),
  ];
}

export const terminal: KindInTerminal = {
  headline: (review) => {
    const { intent, chain } = review;
    const told = callTold(review);
    const value = valueTold(review);
    const what = !told || told.hasRaw ? 'Send data that NOBODY CAN EXPLAIN to' : `Call ${callTitle(review)} of`;
    const contract = blocksOf(intent.outputs[0]?.address ?? '').join(' ');
    const along = value === '' ? '' : ` with ${value}`;
    return `${what} ${contract}${along} from wallet ${intent.wallet} on ${honestText(chain?.name ?? intent.chain)}`;
  },
  lines: (review, now) => [...leavingLines(review), ...spenderLines(review, now, 'named')],
};
