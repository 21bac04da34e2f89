import { allowanceTold, amountText, type Review } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

/** The words of an allowance, fetched with it: few pages show one. */
const say = localWords({
  'en-US': {
    name: 'Allowance',
    limitedLine: 'Let another account take up to {amount} {symbol} of wallet {wallet} on {network}',
    endlessLine: 'Let another account take ALL {symbol} of wallet {wallet} on {network}, without limit',
    noneLine: 'Take back what another account may take of the {symbol} of wallet {wallet} on {network}',
    limitedAcknowledge: 'I have compared the spender and how much it may take',
    endlessAcknowledge: 'I have compared the spender, and know that it may take everything, also what comes later',
    noneAcknowledge: 'I have compared the spender that may take nothing any more',
    limitedApprove: 'Approve: may take up to {amount} {symbol}',
    endlessApprove: 'Approve: may take ALL {symbol}',
    noneApprove: 'Approve: take the allowance back',
    rowMost: 'May take up to',
    rowNothing: 'May take',
    endless: 'EVERYTHING, without limit',
    exact: 'In figures: {amount} {symbol}',
    nothing: 'nothing any more',
    spender: 'Spender: the account that may take it',
    limitedNote:
      'Nothing is paid now. The spender can take it at any time, at once or in parts, until it is taken back. It counts in every limit as if it were paid, and replaces what this spender was allowed before.',
    endlessNote:
      'Nothing is paid now. The spender can take everything at any time, also what comes to this wallet later, until it is taken back. It counts in every limit as if it were paid.',
    noneNote: 'Until this is on the chain, the spender can still take what it was allowed.',
  },
  'zh-CN': {
    name: '授权额度',
    limitedLine: '允许其他账户在 {network} 上从钱包 {wallet} 取走最多 {amount} {symbol}',
    endlessLine: '允许其他账户在 {network} 上无限额取走钱包 {wallet} 的全部 {symbol}',
    noneLine: '收回其他账户在 {network} 上取走钱包 {wallet} 的 {symbol} 的授权',
    limitedAcknowledge: '我已核对被授权方及其可取走的数量',
    endlessAcknowledge: '我已核对被授权方，并知晓其可取走全部资产，包括今后转入的',
    noneAcknowledge: '我已核对不得再取走资产的被授权方',
    limitedApprove: '批准：最多可取走 {amount} {symbol}',
    endlessApprove: '批准：可取走全部 {symbol}',
    noneApprove: '批准：收回授权',
    rowMost: '最多可取走',
    rowNothing: '可取走',
    endless: '全部，无限额',
    exact: '具体数值：{amount} {symbol}',
    nothing: '不得再取走任何资产',
    spender: '被授权方：可取走资产的账户',
    limitedNote:
      '现在不付款。在收回授权之前，被授权方可随时一次或分次取走。该数量按已付款计入所有额度，并取代此前对该被授权方的授权。',
    endlessNote:
      '现在不付款。在收回授权之前，被授权方可随时取走全部资产，包括今后转入该钱包的。该数量按已付款计入所有额度。',
    noneNote: '在本交易上链之前，被授权方仍可取走此前获准的数量。',
  },
});

const params = ({ intent, chain }: Review) => ({
  amount: amountText(intent.outputs[0]?.amount ?? '', intent.asset.decimals),
  symbol: intent.asset.symbol,
  wallet: intent.wallet,
  network: chain?.name ?? intent.chain,
});

/** How much it is, larger than anything beside it, and in plain words where it is everything; and what that means now and later. */
function mostRow(screen: Screen, review: Review): HTMLElement {
  const told = allowanceTold(review.intent);
  const note = el('p', { class: 'muted' }, say(screen, `${told}Note`));
  if (told === 'none') return row(say(screen, 'rowNothing'), say(screen, 'nothing'), note);
  const { amount, symbol } = params(review);
  const line =
    told === 'endless'
      ? row(
          say(screen, 'rowMost'),
          el('span', { class: 'pill bad' }, say(screen, 'endless')),
          el('p', { class: 'muted' }, say(screen, 'exact', { amount, symbol })),
          note,
        )
      : row(say(screen, 'rowMost'), `${amount} ${symbol}`, note);
  line.lastElementChild?.classList.add('strong');
  return line;
}

const { satisfied } = transfer;
const rest = { ...(satisfied && { satisfied }) };

/** What somebody may take; the rest is said as of a payment of all that. */
export const allowance: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, `${allowanceTold(review.intent)}Line`, params(review)),
  acknowledge: (screen, review) => say(screen, `${allowanceTold(review.intent)}Acknowledge`),
  approve: (screen, review) => say(screen, `${allowanceTold(review.intent)}Approve`, params(review)),
  addressee: (screen) => say(screen, 'spender'),
  rows: (screen, review) => [mostRow(screen, review), ...spenderRows(screen, review)],
  ...rest,
};
