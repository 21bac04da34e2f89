import { amountText, type Review, totalUnits } from '@holdfast/review';
import { localWords, row } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import type { KindParts } from './fetched.ts';
import { transfer } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'Speed-up of a payment',
    head: 'Speed up a payment: fee up from at most {from} to at most {to} {feeSymbol}, same payment of {amount} {symbol}',
    acknowledge: 'I have compared the fee, the address and the amount',
    approve: 'Approve: fee up to {to} {feeSymbol}',
    rowBefore: 'Fee before',
    same: 'The payment is under way. This one takes its place: the network makes one of the two at most, and it counts once in every limit.',
    rowPayment: 'Speeds up',
  },
  'zh-CN': {
    name: '付款加速',
    head: '加速付款：手续费上限由 {from} 提高到 {to} {feeSymbol}，仍是同一笔 {amount} {symbol} 付款',
    acknowledge: '我已核对手续费、地址和数量',
    approve: '批准：手续费提高到 {to} {feeSymbol}',
    rowBefore: '原手续费上限',
    same: '该付款正在进行，本请求将取代它：网络最多执行其中一笔，额度只计一次。',
    rowPayment: '加速对象',
  },
});

/** From what to what the fee goes, and of which payment. */
function feesOf({ intent, payment }: Review) {
  const { feeAsset, asset, outputs, maxFee } = intent;
  return {
    from: amountText(payment?.maxFee ?? '0', feeAsset.decimals),
    to: amountText(maxFee, feeAsset.decimals),
    feeSymbol: feeAsset.symbol,
    amount: amountText(totalUnits(outputs), asset.decimals),
    symbol: asset.symbol,
  };
}

const { satisfied } = transfer;
const rest = { ...(satisfied && { satisfied }) };

/** The same payment for a higher fee; everything else is said as of any payment. */
export const speedup: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', feesOf(review)),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', feesOf(review)),
  rows: (screen, review) => [
    row(say(screen, 'rowBefore'), before(review), note(screen)),
    ...(transfer.rows?.(screen, review) ?? []),
  ],
  details: (screen, review) => [row(say(screen, 'rowPayment'), review.payment?.id ?? '')],
  ...rest,
};

function before(review: Review): string {
  const { from, feeSymbol } = feesOf(review);
  return `${from} ${feeSymbol}`;
}

const note = (screen: Screen): HTMLElement => {
  const text = document.createElement('p');
  text.className = 'muted';
  text.append(say(screen, 'same'));
  return text;
};
