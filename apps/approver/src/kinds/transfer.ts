import { amountText, type Review, totalUnits } from '@holdfast/review';
import { addressView, el, localWords, row } from '@holdfast/signer-ui';
import { shareable, shareableNote } from '../request/shareable.ts';
import type { Screen } from '../texts.ts';
import type { KindOnPage } from './kind.ts';

const say = localWords({
  'en-US': {
    name: 'Withdrawal',
    one: 'Withdraw {amount} {symbol} from wallet {wallet} on {network}',
    many: 'Withdraw {amount} {symbol} from wallet {wallet} to {count} addresses on {network}',
    acknowledge: 'I have compared the address and the amount',
    approve: 'Approve: withdraw {amount} {symbol}',
    satisfied: 'All decisions are there. The signers may now sign the transaction.',
    counts: 'It counts in every limit.',
    fees: 'Fees of this wallet today, without it: {spent} of {most} {symbol}.',
  },
  'zh-CN': {
    name: '提币',
    one: '从钱包 {wallet} 在 {network} 上提币 {amount} {symbol}',
    many: '从钱包 {wallet} 在 {network} 上向 {count} 个地址提币 {amount} {symbol}',
    acknowledge: '我已核对地址和数量',
    approve: '批准：提币 {amount} {symbol}',
    satisfied: '审批已全部完成，签名节点可以签署交易。',
    counts: '计入所有额度。',
    fees: '该钱包今日其他手续费：{spent} / {most} {symbol}。',
  },
});

const networkName = (review: Review): string => review.chain?.name ?? review.intent.chain;

/** Amount and symbol of everything that is withdrawn, exactly. */
function withdrawnText({ intent: { asset, outputs } }: Review): { amount: string; symbol: string } {
  return { amount: amountText(totalUnits(outputs), asset.decimals), symbol: asset.symbol };
}

/** How much, in a row of that name. */
export function amountRow(review: Review, name: Text): HTMLElement {
  const { amount, symbol } = withdrawnText(review);
  const line = row(name, `${amount} ${symbol}`);
  line.lastElementChild?.classList.add('strong');
  return line;
}

/** Out of which wallet, by numbers: what the console calls it is nobody's signed word. */
export const fromRow = (screen: Screen, { wallet, workspace, from }: Review['intent']): HTMLElement =>
  shareable(
    'from',
    row(
      screen.say('rowFrom'),
      screen.say('rowWallet', { wallet, workspace }),
      shareableNote('wallet', el('p', { class: 'muted' }, screen.say('walletNumber'))),
      addressView(from),
    ),
  );

/** What every transaction of a wallet says beside what it does. */
export function spenderRows(screen: Screen, review: Review) {
  const { intent } = review;
  const { symbol, decimals } = intent.feeAsset;
  const fee = (units: string): string => amountText(units, decimals);
  const day = review.fees;
  const today = day ? [' ', say(screen, 'fees', { spent: fee(day.spent), most: fee(day.most), symbol })] : [];
  return [
    shareable(
      'network',
      row(screen.say('rowNetwork'), networkName(review), el('span', { class: 'muted mono' }, ` ${intent.chain}`)),
    ),
    intent.asset.contract !== '' && row(screen.say('rowToken'), addressView(intent.asset.contract)),
    fromRow(screen, intent),
    row(
      screen.say('rowFee'),
      `${fee(intent.maxFee)} ${symbol}`,
      el('p', { class: 'muted' }, say(screen, 'counts'), ...today),
    ),
  ];
}

export const transfer: KindOnPage = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => {
    const { outputs, wallet } = review.intent;
    const params = { ...withdrawnText(review), network: networkName(review), wallet };
    return outputs.length === 1
      ? say(screen, 'one', params)
      : say(screen, 'many', { ...params, count: String(outputs.length) });
  },
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', withdrawnText(review)),
  satisfied: (screen) => say(screen, 'satisfied'),
  rows: (screen, review) => [
    amountRow(review, screen.say(review.intent.outputs.length > 1 ? 'rowTotal' : 'rowSend')),
    ...spenderRows(screen, review),
  ],
};
