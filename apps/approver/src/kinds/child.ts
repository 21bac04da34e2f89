import { parentOf } from '@holdfast/policy';
import { amountText, type Review } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'Child that pays for its parent',
    head: 'Spend an own output to oneself: it pays for the parent, for a fee of at most {fee} {feeSymbol}',
    acknowledge: 'I have compared the fee and the parent',
    approve: 'Approve: pay for the parent, at most {fee} {feeSymbol}',
    own: 'Own account: it takes back what is left',
    rowParent: 'Pays for the parent',
    why: 'The parent is a transaction that is in no block yet. Miners who want this fee have to make the parent too. Nothing else leaves the wallet by it.',
    alone: 'This signer sees no chain: that the parent still waits is the server’s word. The fee is paid in any case.',
  },
  'zh-CN': {
    name: '为父交易付费的子交易',
    head: '将自己的一个 UTXO 付给自己：为父交易付费，手续费最多 {fee} {feeSymbol}',
    acknowledge: '我已核对手续费和父交易',
    approve: '批准：为父交易付费，最多 {fee} {feeSymbol}',
    own: '本账户：余额退回',
    rowParent: '为其付费的父交易',
    why: '父交易尚未进入区块。矿工要得到这笔手续费，必须同时打包父交易。除手续费外没有其他资金离开钱包。',
    alone: '签名节点看不到链：父交易是否仍在等待由服务器告知。无论如何都会支付手续费。',
  },
});

const factsOf = ({ intent: { maxFee, feeAsset } }: Review) => ({
  fee: amountText(maxFee, feeAsset.decimals),
  feeSymbol: feeAsset.symbol,
});

/** Said are the parent and the fee: nothing else leaves. */
export const child: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', factsOf(review)),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', factsOf(review)),
  ...(transfer.satisfied && { satisfied: transfer.satisfied }),
  addressee: (screen) => say(screen, 'own'),
  rows: (screen, review) => [
    row(
      say(screen, 'rowParent'),
      el('span', { class: 'mono' }, parentOf(review.intent)),
      el('p', { class: 'muted' }, say(screen, 'why')),
      el('p', { class: 'muted' }, say(screen, 'alone')),
    ),
    ...spenderRows(screen, review),
  ],
};
