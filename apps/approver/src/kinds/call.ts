import { callTitle, callTold, type Review, type ToldCall, type ToldCalls, valueTold } from '@holdfast/review';
import { addressView, type Child, card, el, localWords, notice, row } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

/** The words of a contract call, fetched with it: few pages show one. */
const say = localWords({
  'en-US': {
    name: 'Contract call',
    line: 'Call {method} of a contract from wallet {wallet} on {network}',
    lineWith: 'Call {method} of a contract with {value} from wallet {wallet} on {network}',
    lineRaw: 'Send data that NOBODY CAN EXPLAIN to a contract from wallet {wallet} on {network}',
    acknowledge: 'I have compared the contract, the method and every argument',
    acknowledgeRaw: 'I know what this data does from another source that I trust, since nothing here can say it',
    acknowledgeEndless:
      'I have compared the contract, and know that somebody may take everything, also what comes later',
    approve: 'Approve: call {method}',
    approveRaw: 'Approve: send unexplained data',
    contract: 'The contract that is called',
    other: 'Also named by the call: it is given something, or called',
    value: 'Goes along',
    nothing: 'no coins',
    leaves: 'Leaves at most',
    mayTake: 'Leaves, or may be taken, at most',
    comes: 'Comes back at least',
    comesTo: 'To this wallet itself, or the swap fails. Only through a router that this signer lists.',
    noTokens: 'no tokens that count',
    thing: 'An NFT leaves',
    thingOf: '{amount} × number {id} of this collection',
    thingTo: 'It goes to',
    uncounted: 'A token that this signer does not count leaves too:',
    counts: 'It counts in every limit as if it were paid. What leaves beyond it stops the asset.',
    callTitle: 'Call {number}',
    what: 'What is called',
    method: 'Method',
    plain: 'a plain payment',
    at: 'Contract',
    agreed: 'By the list that your members agreed on for this contract.',
    standard:
      'Named by a standard. Your members have agreed on no list of methods for this contract: it may do something else.',
    raw: 'NOBODY CAN SAY what this does: no agreed method and no standard has this form. It is allowed only by a rule that names it.',
    rawTitle: 'Unexplained data',
    rawText: 'A part of this call is data that nothing explains. Refuse it unless you know what it does.',
    endlessTitle: 'Everything may be taken',
    endlessText: 'This call lets another account take everything of a token, also what comes to this wallet later.',
    unreadableTitle: 'This call cannot be read',
    unreadableText: 'Its data is not what its method says it is. No signer signs it. Refuse it.',
    data: 'All data',
  },
  'zh-CN': {
    name: '合约调用',
    line: '从钱包 {wallet} 在 {network} 上调用合约的 {method}',
    lineWith: '从钱包 {wallet} 在 {network} 上附带 {value} 调用合约的 {method}',
    lineRaw: '从钱包 {wallet} 在 {network} 上向合约发送无人能解释的数据',
    acknowledge: '我已核对合约、方法及每个参数',
    acknowledgeRaw: '此处无法解释该数据，我已从其他可信来源得知其作用',
    acknowledgeEndless: '我已核对合约，并知晓他人可取走全部资产，包括今后转入的',
    approve: '批准：调用 {method}',
    approveRaw: '批准：发送无法解释的数据',
    contract: '被调用的合约',
    other: '该调用还涉及：向其给予资产，或调用它',
    value: '附带',
    nothing: '不附带资产',
    leaves: '最多转出',
    mayTake: '最多转出或被取走',
    comes: '至少换回',
    comesTo: '只进入本钱包，否则兑换失败。只经本签名节点列出的路由合约。',
    noTokens: '没有计入额度的代币',
    thing: '转出 NFT',
    thingOf: '该合集的 {id} 号 × {amount}',
    thingTo: '接收方',
    uncounted: '另有本签名节点不计入额度的代币转出：',
    counts: '按已付款计入所有额度。超出的转出会使该资产停止使用。',
    callTitle: '调用 {number}',
    what: '调用内容',
    method: '方法',
    plain: '普通付款',
    at: '合约',
    agreed: '依据贵方成员为该合约商定的方法列表。',
    standard: '依据标准命名。贵方成员未为该合约商定方法列表：其实际作用可能不同。',
    raw: '无人能说明其作用：没有商定的方法或标准与之相符。只有指明该方法的规则才能放行。',
    rawTitle: '无法解释的数据',
    rawText: '该调用含有无法解释的数据。除非您知道其作用，否则请拒绝。',
    endlessTitle: '可取走全部资产',
    endlessText: '该调用允许其他账户取走某代币的全部数量，包括今后转入该钱包的。',
    unreadableTitle: '该调用无法读取',
    unreadableText: '其数据与所称方法不符。任何签名节点都不会签署。请拒绝。',
    data: '全部数据',
  },
});

const params = (review: Review) => ({
  method: callTitle(review),
  value: valueTold(review),
  wallet: review.intent.wallet,
  network: review.chain?.name ?? review.intent.chain,
});

function lineOf(review: Review): 'line' | 'lineWith' | 'lineRaw' {
  const told = callTold(review);
  if (!told || told.hasRaw) return 'lineRaw';
  return valueTold(review) === '' ? 'line' : 'lineWith';
}

function outflowRows(screen: Screen, told: ToldCalls): HTMLElement[] {
  if (told.outflows.length === 0) return [row(say(screen, 'leaves'), say(screen, 'noTokens'))];
  return told.outflows.map(({ amount, symbol, contract, allowed }) =>
    row(
      say(screen, allowed ? 'mayTake' : 'leaves'),
      el('strong', {}, `${amount} ${symbol}`),
      el('p', { class: 'muted' }, say(screen, 'counts')),
      addressView(contract),
    ),
  );
}

/** Which of which collection, and to whom: a name that members gave the collection, and its address in any case. */
const thingRow = (screen: Screen, { contract, label, id, amount, to }: ToldCalls['things'][number]): HTMLElement =>
  row(
    say(screen, 'thing'),
    el('strong', {}, say(screen, 'thingOf', { amount, id })),
    label === '' ? null : el('p', {}, label),
    addressView(contract),
    el('p', { class: 'muted' }, say(screen, 'thingTo')),
    addressView(to),
  );
/** Of a swap. */
const inflowRows = (screen: Screen, { inflow }: ToldCalls): HTMLElement[] =>
  inflow
    ? [
        row(
          say(screen, 'comes'),
          el('strong', {}, `${inflow.amount} ${inflow.symbol}`),
          el('p', { class: 'muted' }, say(screen, 'comesTo')),
          inflow.contract === '' ? null : addressView(inflow.contract),
        ),
      ]
    : [];

export const argumentRow = ({ name, kind, text }: ToldCall['args'][number]): HTMLElement =>
  row(
    el('span', { class: 'mono', translate: 'no' }, name),
    kind === 'address' ? addressView(text) : el('span', { class: 'mono pre', translate: 'no' }, text),
    el('span', { class: 'muted' }, ` ${kind}`),
  );

/** One call: whose it is, which method, by whose word, and every argument, whole. */
export function callPart(screen: Screen, call: ToldCall): HTMLElement {
  const name = call.title === '' ? say(screen, 'plain') : el('strong', { class: 'mono', translate: 'no' }, call.title);
  const bad = call.source === 'raw' ? 'pill bad' : 'muted';
  return el(
    'section',
    { class: 'call' },
    el('h3', {}, say(screen, 'callTitle', { number: call.number })),
    el(
      'dl',
      { class: 'rows' },
      row(say(screen, 'method'), name, el('p', { class: bad }, say(screen, call.source))),
      row(say(screen, 'at'), call.label === '' ? null : el('strong', {}, call.label), addressView(call.contract)),
      ...call.args.map(argumentRow),
      call.raw === '' ? null : row(say(screen, 'data'), el('p', { class: 'mono pre bad', translate: 'no' }, call.raw)),
    ),
  );
}

function warnings(screen: Screen, told: ToldCalls | undefined): HTMLElement[] {
  if (!told) return [notice('bad', say(screen, 'unreadableTitle'), say(screen, 'unreadableText'))];
  return [
    ...(told.hasRaw ? [notice('bad', say(screen, 'rawTitle'), say(screen, 'rawText'))] : []),
    ...(told.endless ? [notice('bad', say(screen, 'endlessTitle'), say(screen, 'endlessText'))] : []),
  ];
}

const { satisfied } = transfer;

/** A method of a contract that is called; the rest is said as of a payment of what leaves by it. */
export const call: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => say(screen, lineOf(review), params(review)),
  acknowledge: (screen, review) => {
    const told = callTold(review);
    return say(screen, !told || told.hasRaw ? 'acknowledgeRaw' : told.endless ? 'acknowledgeEndless' : 'acknowledge');
  },
  approve: (screen, review) => say(screen, lineOf(review) === 'lineRaw' ? 'approveRaw' : 'approve', params(review)),
  addressee: (screen, _review, at) => say(screen, at === 0 ? 'contract' : 'other'),
  rows: (screen, review): Child[] => {
    const told = callTold(review);
    const value = valueTold(review);
    return [
      row(say(screen, 'value'), value === '' ? say(screen, 'nothing') : value),
      ...(told ? [...outflowRows(screen, told), ...inflowRows(screen, told)] : []),
      ...(told?.things ?? []).map((thing) => thingRow(screen, thing)),
      ...(told?.uncounted ?? []).map((token) => row(say(screen, 'uncounted'), addressView(token))),
      ...spenderRows(screen, review),
    ];
  },
  cards: async (screen, review) => {
    const told = callTold(review);
    return [
      ...warnings(screen, told),
      ...(told ? [card(say(screen, 'what'), undefined, ...told.calls.map((one) => callPart(screen, one)))] : []),
    ];
  },
  ...(satisfied && { satisfied }),
};
