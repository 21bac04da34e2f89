import { blocksOf, callTitle, callTold, honestText, type Review, type ToldCall, valueTold } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

const bySource = {
  agreed: 'by the list that your members agreed on for this contract',
  standard: 'named by a standard; your members agreed on no list for this contract, so it may do something else',
  raw: 'NOBODY CAN SAY what this does. Allowed only by a rule that names it',
} as const;

function callLines({ number, contract, label, title, source, args, raw }: ToldCall): string[] {
  const name = label === '' ? '' : `${JSON.stringify(label)} `;
  return [
    line(`call ${number}`, title === '' ? 'a plain payment' : title),
    line('', bySource[source]),
    line('of', `${name}${blocksOf(contract).join(' ')}`),
    ...args.map(({ name: argument, kind, text }) =>
      line(`  ${argument}`, kind === 'address' ? blocksOf(text).join(' ') : text),
    ),
    ...(raw === '' ? [] : [line('  all data', raw)]),
  ];
}

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
