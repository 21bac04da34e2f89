import { dispersedBy } from '@holdfast/policy';
import { amountText, type Review, totalUnits } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import { batch } from './batch.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Batch in one transaction',
    head: 'Send {amount} {symbol} from wallet {wallet} on {network}, to {count} rows in one transaction',
    approve: 'Approve: {count} rows, {amount} {symbol} together',
    rowRows: 'Rows',
    whole: 'One transaction pays all of them. The fee below is its fee.',
    rowContract: 'Paid by',
    contract:
      'The contract for batches. Its address follows from its code, and the signers know it. It pays each row exactly or not at all: what a row does not take stays in the wallet.',
  },
  'zh-CN': {
    name: '单笔交易批量付款',
    head: '从钱包 {wallet} 在 {network} 上发送 {amount} {symbol}，共 {count} 行，由一笔交易支付',
    approve: '批准：{count} 行，共 {amount} {symbol}',
    rowRows: '行数',
    whole: '全部由一笔交易支付。下方手续费即该交易的手续费。',
    rowContract: '付款合约',
    contract:
      '批量付款合约。其地址由代码决定，签名节点均已知。每一行要么足额付清，要么完全不付：未付出的金额留在钱包中。',
  },
});

function factsOf({ intent, chain }: Review) {
  const { asset, outputs, wallet } = intent;
  return {
    amount: amountText(totalUnits(outputs), asset.decimals),
    symbol: asset.symbol,
    wallet,
    network: chain?.name ?? intent.chain,
    count: String(outputs.length),
  };
}

/** Many payees of one transaction; everything else is said as of a batch. */
export const disperse: KindParts = {
  ...batch,
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', factsOf(review)),
  approve: (screen, review) => say(screen, 'approve', factsOf(review)),
  rows: (screen, review) => {
    const contract = dispersedBy(review.intent);
    return [
      row(say(screen, 'rowRows'), factsOf(review).count, el('p', { class: 'muted' }, say(screen, 'whole'))),
      ...(contract === ''
        ? []
        : [
            row(
              say(screen, 'rowContract'),
              el('span', { class: 'mono' }, contract),
              el('p', { class: 'muted' }, say(screen, 'contract')),
            ),
          ]),
      ...(batch.rows?.(screen, review) ?? []).slice(1),
    ];
  },
};
