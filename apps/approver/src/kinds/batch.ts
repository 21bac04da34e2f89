import { amountText, type Review, totalUnits } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import type { KindParts } from './fetched.ts';
import { transfer } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'Batch of payments',
    head: 'Withdraw {amount} {symbol} from wallet {wallet} on {network}, in {count} payments',
    acknowledge: 'I have compared the payees, the amounts and the sum',
    approve: 'Approve: {count} payments, {amount} {symbol} together',
    rowRows: 'Payments',
    each: 'Each is a transaction of its own, with a fee of at most {fee} {feeSymbol}. The fee below is that of all together.',
    rowRoot: 'Root of the rows',
    root: 'Compare it with the root of your own list: the same root is the same payees, amounts and order.',
  },
  'zh-CN': {
    name: '批量付款',
    head: '从钱包 {wallet} 在 {network} 上提币 {amount} {symbol}，共 {count} 笔付款',
    acknowledge: '我已核对收款方、数量和总额',
    approve: '批准：{count} 笔付款，共 {amount} {symbol}',
    rowRows: '付款笔数',
    each: '每笔都是单独的交易，手续费最多 {fee} {feeSymbol}。下方手续费为全部合计。',
    rowRoot: '列表根哈希',
    root: '请与您自己的列表的根哈希比对：相同则收款方、数量和顺序均相同。',
  },
});

/** How many, how much together, and what each may cost. */
function factsOf({ intent, chain }: Review) {
  const { asset, outputs, maxFee, feeAsset, wallet } = intent;
  return {
    amount: amountText(totalUnits(outputs), asset.decimals),
    symbol: asset.symbol,
    wallet,
    network: chain?.name ?? intent.chain,
    count: String(outputs.length),
    fee: amountText(String(BigInt(maxFee) / BigInt(outputs.length)), feeAsset.decimals),
    feeSymbol: feeAsset.symbol,
  };
}

const { satisfied } = transfer;
const rest = { ...(satisfied && { satisfied }) };

/** Many payments by one decision; everything else is said as of any payment. */
export const batch: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', factsOf(review)),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', factsOf(review)),
  rows: (screen, review) => [
    row(
      say(screen, 'rowRows'),
      factsOf(review).count,
      el('p', { class: 'muted' }, say(screen, 'each', factsOf(review))),
    ),
    row(
      say(screen, 'rowRoot'),
      el('span', { class: 'mono' }, review.intent.call.split(' ')[1] ?? ''),
      el('p', { class: 'muted' }, say(screen, 'root')),
    ),
    ...(transfer.rows?.(screen, review) ?? []),
  ],
  ...rest,
};
