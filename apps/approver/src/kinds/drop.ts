import { amountText, type Review, totalUnits } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import type { KindParts } from './fetched.ts';
import { spenderRows } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'Drop of a payment',
    head: 'Drop a payment of {amount} {symbol}: nothing is paid in its place, for a fee of at most {fee} {feeSymbol}',
    acknowledge: 'I have compared the payment that is to be dropped',
    approve: 'Approve: drop the payment of {amount} {symbol}',
    satisfied: 'All decisions are there. The signers may now sign what takes its place.',
    rowDropped: 'Dropped',
    rowPayee: 'It would have paid',
    own: 'Own account: it is paid nothing',
    rule: 'Who would be asked to approve that payment today is asked to drop it.',
    late: 'The payment is under way and may be made first. The network makes one of the two at most. Whichever it is, both count as that payment in every limit.',
    rowPayment: 'Drops',
  },
  'zh-CN': {
    name: '撤销付款',
    head: '撤销一笔 {amount} {symbol} 的付款：原位置不再付款，手续费最多 {fee} {feeSymbol}',
    acknowledge: '我已核对要撤销的付款',
    approve: '批准：撤销 {amount} {symbol} 的付款',
    satisfied: '审批已全部完成，签名节点可以签署取代它的交易。',
    rowDropped: '撤销',
    rowPayee: '原收款地址',
    own: '本账户：不付给任何人',
    rule: '按该付款今天适用的规则决定由谁批准撤销。',
    late: '该付款正在进行，可能先被执行。网络最多执行两者之一；无论是哪一笔，额度都按该付款计一次。',
    rowPayment: '撤销对象',
  },
});

/** What would have been paid, and what dropping that may cost. */
function factsOf({ intent, payment = intent }: Review) {
  return {
    amount: amountText(totalUnits(payment.outputs), payment.asset.decimals),
    symbol: payment.asset.symbol,
    fee: amountText(intent.maxFee, intent.feeAsset.decimals),
    feeSymbol: intent.feeAsset.symbol,
  };
}

/** Nothing in the place of a payment: said is the payment that is not to be made. */
export const drop: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', factsOf(review)),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', factsOf(review)),
  satisfied: (screen) => say(screen, 'satisfied'),
  addressee: (screen) => say(screen, 'own'),
  rows: (screen, review) => {
    const { amount, symbol } = factsOf(review);
    const late = el('p', { class: 'muted' }, say(screen, 'late'));
    const payees = (review.payment?.outputs ?? []).map(({ address }) =>
      row(say(screen, 'rowPayee'), el('span', { class: 'mono' }, address)),
    );
    const rule = el('p', { class: 'muted' }, say(screen, 'rule'));
    return [
      row(say(screen, 'rowDropped'), `${amount} ${symbol}`, late, rule),
      ...payees,
      ...spenderRows(screen, review),
    ];
  },
  details: (screen, review) => [row(say(screen, 'rowPayment'), review.payment?.id ?? '')],
};
