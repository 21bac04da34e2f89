import { tickOf, transferText } from '@holdfast/policy';
import { amountText, type Review, totalUnits } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import type { KindParts } from './fetched.ts';
import { amountRow, spenderRows, transfer } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'BRC-20 payment',
    head: 'Pay {amount} of the BRC-20 token {symbol} from wallet {wallet}',
    acknowledge: 'I have compared the address, the token and the amount',
    approve: 'Approve: pay {amount} {symbol}',
    rowAmount: 'Pays',
    rowText: 'Inscribed for it',
    steps:
      'One decision, three transactions: this text is committed to, revealed at the paying address, and sent to the payee. The highest fee is for all of them together, with the few coins that go along.',
    alone:
      'The signers make and check the inscription themselves. That the address has so much is what indexers say: where it has not, the payee gets an inscription that is worth nothing.',
  },
  'zh-CN': {
    name: 'BRC-20 付款',
    head: '从钱包 {wallet} 支付 {amount} 个 BRC-20 代币 {symbol}',
    acknowledge: '我已核对地址、代币和数量',
    approve: '批准：支付 {amount} {symbol}',
    rowAmount: '支付',
    rowText: '为此铭刻的内容',
    steps:
      '一次审批，三笔交易：先承诺该内容，再在转出地址揭示，最后发送给收款方。最高手续费涵盖所有交易以及随附的少量币。',
    alone: '签名节点自行生成并核对铭文。转出地址是否有足够余额由索引器告知：若没有，收款方得到的铭文一文不值。',
  },
});

const factsOf = ({ intent: { asset, outputs, wallet } }: Review) => ({
  ...{ amount: amountText(totalUnits(outputs), asset.decimals), symbol: asset.symbol, wallet },
});
const { satisfied } = transfer;

/** The text that is inscribed, as signers make it of the intent. */
function textOf({ asset, outputs }: Review['intent']): string {
  const tick = tickOf(asset);
  return tick === undefined ? '' : transferText(tick, BigInt(outputs[0]?.amount ?? '0'));
}

/** Said are the token, the amount, what is inscribed, and that all of it is one decision. */
export const brc20: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', factsOf(review)),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', factsOf(review)),
  ...(satisfied && { satisfied }),
  rows: (screen, review) => [
    amountRow(review, say(screen, 'rowAmount')),
    row(
      say(screen, 'rowText'),
      el('span', { class: 'mono' }, textOf(review.intent)),
      el('p', { class: 'muted' }, say(screen, 'steps')),
      el('p', { class: 'muted' }, say(screen, 'alone')),
    ),
    ...spenderRows(screen, review),
  ],
};
