import type { Output } from '@holdfast/policy';
import {
  amountText,
  blocksOf,
  earlierText,
  earlierTold,
  honestText,
  namesakesOf,
  payeeOf,
  type Review,
  timeText,
  totalUnits,
} from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';

const heldText = (who: string, from: number): string =>
  `${who}; the whitelist was switched off lately, to be paid only from ${timeText(String(from))}`;

function nobodyText(from: number | undefined): string {
  const nobody = 'neither an own address nor in the address book';
  return from === undefined ? nobody : heldText(nobody, from);
}

function payeeText(review: Review, output: Output, now: number): string {
  const payee = payeeOf(review, output, now);
  if (payee.kind === 'nobody') return nobodyText(payee.from);
  if (payee.kind === 'own')
    return `said to be an own address, at ${payee.path}; not derived here, see the signer's page for it`;
  if (payee.kind === 'untold') return `entry ${payee.hash}, of which the signer tells nothing`;
  const label = JSON.stringify(honestText(payee.label));
  if (payee.state === 'other')
    return `entry ${label}, but that is for another address, memo, network or asset. Do not approve`;
  if (payee.state === 'unnamed') return `${label}, listed since this was asked for: the rules take it as not listed`;
  if (payee.state === 'active') return `${label}, active`;
  const from = timeText(String(payee.from));
  if (payee.paidFrom === undefined) return `${label}, to be paid only from ${from}`;
  const listed = `the rules take it for listed from ${from}`;
  return payee.paidFrom <= now
    ? `${label}, still cools down: ${listed}. It can be paid before that too, since the whitelist is off`
    : `${heldText(label, payee.paidFrom)}; ${listed}`;
}

function namesakes(review: Review, { address }: Output): string[] {
  const found = namesakesOf({
    ...review,
    intent: { ...review.intent, outputs: review.intent.outputs.filter((one) => one.address === address) },
  });
  return found.map(({ label, others }) =>
    line(
      'beware',
      `other payees are called ${JSON.stringify(honestText(label))}, or look like it: ${others.join(', ')}`,
    ),
  );
}

/** As long as there is something to decide. */
const newPayee = ({ newPayees, signed, givenUp }: Review, at: number): string[] =>
  newPayees?.includes(at) && !signed && !givenUp
    ? [line('beware', 'by this signer’s record never paid before on this network: check it with the recipient')]
    : [];

function feesToday({ fees, intent: { feeAsset } }: Review): string[] {
  if (!fees) return [];
  const [spent, most] = [fees.spent, fees.most].map((units) => amountText(units, feeAsset.decimals));
  return [line('fees today', `${spent} of ${most} ${feeAsset.symbol} by this wallet's other payments`)];
}

/** Everything about a transaction of a wallet. @param named what its address is to it */
export function spenderLines(review: Review, now: number, named: string): string[] {
  const { intent, chain } = review;
  const { asset, feeAsset } = intent;
  const many = intent.outputs.length > 1;
  const total = `${amountText(totalUnits(intent.outputs), asset.decimals)} ${asset.symbol}`;
  const outputs = intent.outputs.flatMap((output, at) => [
    line(many ? `${named} ${at + 1}` : named, blocksOf(output.address).join(' ')),
    line('amount', `${amountText(output.amount, asset.decimals)} ${asset.symbol}`),
    ...(output.memo === '' ? [] : [line('memo', output.memo)]),
    line('payee', payeeText(review, output, now)),
    ...namesakes(review, output),
    ...newPayee(review, at),
  ]);
  return [
    ...(many ? [line('in total', `${total} to ${intent.outputs.length} addresses`)] : []),
    ...outputs,
    line('network', `${honestText(chain?.name ?? '')} ${intent.chain}`.trim()),
    ...(asset.contract === '' ? [] : [line('token contract', blocksOf(asset.contract).join(' '))]),
    line('from', `workspace ${intent.workspace}, wallet ${intent.wallet}, ${blocksOf(intent.from).join(' ')}`),
    line('fee at most', `${amountText(intent.maxFee, feeAsset.decimals)} ${feeAsset.symbol}; it counts in every limit`),
    ...feesToday(review),
    ...(review.evaluation.raised
      ? ['  ! the price rose: more approvals are needed than before. Those given stay']
      : []),
    ...earlierTold(review).map((told) => `  ${told.quiet ? '-' : '!'} ${earlierText(told, 'en-US')}`),
  ];
}

export const terminal: KindInTerminal = {
  headline: ({ intent, chain }) => {
    const many = intent.outputs.length > 1 ? ` to ${intent.outputs.length} addresses` : '';
    const sum = `${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}`;
    return `Withdraw ${sum} from wallet ${intent.wallet}${many} on ${honestText(chain?.name ?? intent.chain)}`;
  },
  lines: (review, now) => spenderLines(review, now, 'to'),
};
