import { inscriptionOf } from '@holdfast/policy';
import { amountText, type Review, totalUnits } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'Sending an inscription',
    head: 'Send an inscription from wallet {wallet}, with the {amount} {symbol} that it lies on',
    acknowledge: 'I have compared the address, the inscription and its output',
    approve: 'Approve: send the inscription and {amount} {symbol}',
    rowInscription: 'Inscription',
    rowOutput: 'Output that is sent whole',
    why: 'Whatever lies on this output goes to the payee, and nothing of it comes back or is spent as a fee. What it is worth nobody here can say.',
    alone: 'This signer sees no chain: that the inscription lies on this output is the server’s word.',
  },
  'zh-CN': {
    name: '发送铭文',
    head: '从钱包 {wallet} 发送铭文，连同其所在的 {amount} {symbol}',
    acknowledge: '我已核对地址、铭文及其 UTXO',
    approve: '批准：发送铭文和 {amount} {symbol}',
    rowInscription: '铭文',
    rowOutput: '整个发送的 UTXO',
    why: '该 UTXO 上的一切都归收款方，不找零，也不用作手续费。其价值在此无人能确定。',
    alone: '签名节点看不到链：铭文是否在该 UTXO 上由服务器告知。',
  },
});

const factsOf = ({ intent: { asset, outputs, wallet } }: Review) => ({
  ...{ amount: amountText(totalUnits(outputs), asset.decimals), symbol: asset.symbol, wallet },
});
const { satisfied } = transfer;
const mono = (text: string): HTMLElement => el('span', { class: 'mono' }, text);

/** Said are the inscription, the output and the payee. */
export const inscription: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, 'head', factsOf(review)),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen, review) => say(screen, 'approve', factsOf(review)),
  ...(satisfied && { satisfied }),
  rows: (screen, review) => {
    const { inscription: id = '', outpoint = '' } = inscriptionOf(review.intent) ?? {};
    return [
      row(say(screen, 'rowInscription'), mono(id), el('p', { class: 'muted' }, say(screen, 'alone'))),
      row(say(screen, 'rowOutput'), mono(outpoint), el('p', { class: 'muted' }, say(screen, 'why'))),
      ...spenderRows(screen, review),
    ];
  },
};
