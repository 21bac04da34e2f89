import { isHandover, messageTold, type Review, type ToldField, type ToldMessage } from '@holdfast/review';
import { addressView, type Child, card, el, localWords, notice, row } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { callPart } from './call.ts';
import type { KindParts } from './fetched.ts';
import { fromRow } from './transfer.ts';

/** The words of a message, fetched with it: few pages show one. */
const say = localWords({
  'en-US': {
    name: 'Message',
    lineText: 'Sign a text with the account of wallet {wallet} on {network}',
    lineTyped: 'Sign typed data of the type {type} with the account of wallet {wallet} on {network}',
    lineUnreadable: 'Sign a message that NOBODY CAN READ with the account of wallet {wallet} on {network}',
    acknowledge: 'I have read the whole message, and know who gets its signature',
    acknowledgeTaken: 'I have compared who may take what by this signature, at any time and without asking again',
    acknowledgeRaw:
      'I know what this signature is worth from another source that I trust, since nothing here can bound it',
    acknowledgeEndless: 'I have compared who may take everything by this signature, also what comes later',
    approve: 'Approve: sign the message',
    approveRaw: 'Approve: sign what nobody can bound',
    satisfied: 'All decisions are there. The signers may now sign the message.',
    does: 'What a signature of it does',
    allowance: 'It lets another account TAKE TOKENS of this wallet from then on, without a transaction of this wallet.',
    payment: 'Whoever has it can have tokens of this wallet PAID, once, without a transaction of this wallet.',
    nothing: 'By itself it gives nobody anything. Whoever has it can show that this account has signed these words.',
    order:
      'It OFFERS assets of this wallet on a market (Seaport): whoever brings what is asked for takes them, without asking again.',
    safe: 'It agrees to a TRANSACTION OF A SAFE of which this account is an owner. With enough signatures anybody can make it.',
    delegation: 'It lets another account ACT AS THIS ONE, or decide with its votes.',
    call: 'It lets somebody CALL A CONTRACT in the name of this account, without asking again.',
    unknown: 'NOBODY CAN SAY what it is worth: no standard has this form. It is allowed only by a rule that names it.',
    handover: 'It HANDS OVER a contract or an account, or who has a say over it.',
    chain: 'For which network',
    chainless: 'NONE: a signature of it counts on every network',
    textChain: 'A text names none',
    contract: 'The contract that is to check it',
    noContract: 'It names none',
    other: 'Also named by it: may take something, is paid, or is called',
    own: 'The account that signs; nobody else is concerned',
    mayTake: 'May be taken by it, at most',
    noTokens: 'no tokens that count',
    uncounted: 'A token that this signer does not count may be taken too:',
    counts: 'It counts in every limit as if it were paid.',
    free: 'Nothing: no transaction is made of it',
    cost: 'Fee',
    text: 'The text, whole',
    typed: 'Typed data',
    domain: 'Domain: {name}',
    type: 'Type',
    calls: 'What may be called by it',
    digest: 'Digest that is signed',
    rawTitle: 'What it is worth nobody can bound',
    rawText: 'Refuse this message unless you know what its signature will be used for.',
    endlessTitle: 'Everything may be taken',
    endlessText:
      'This signature lets another account take everything of a token, also what comes to this wallet later.',
    unreadableTitle: 'This message cannot be read',
    unreadableText:
      'It is of another network, is written in another way, or does more than it says. No signer signs it. Refuse it.',
  },
  'zh-CN': {
    name: '消息签名',
    lineText: '用钱包 {wallet} 在 {network} 上的账户签署一段文本',
    lineTyped: '用钱包 {wallet} 在 {network} 上的账户签署类型为 {type} 的结构化数据',
    lineUnreadable: '用钱包 {wallet} 在 {network} 上的账户签署无人能读懂的消息',
    acknowledge: '我已通读整条消息，并知晓谁将获得其签名',
    acknowledgeTaken: '我已核对谁可凭此签名取走什么：随时可取，且不会再次询问',
    acknowledgeRaw: '此处无法限定该签名的价值，我已从其他可信来源得知其用途',
    acknowledgeEndless: '我已核对谁可凭此签名取走全部资产，包括今后转入的',
    approve: '批准：签署该消息',
    approveRaw: '批准：签署无法限定价值的消息',
    satisfied: '审批已全部完成，签名节点可以签署该消息。',
    does: '签名的作用',
    allowance: '此后其他账户无需本钱包的交易即可取走本钱包的代币。',
    payment: '持有此签名的人无需本钱包的交易即可使本钱包的代币被支付一次。',
    nothing: '其本身不给予任何人任何东西。持有者可证明该账户签署过这些内容。',
    order: '它在市场（Seaport）上挂出本钱包的资产：任何人付出所要求的对价即可取走，不会再次询问。',
    safe: '它同意一笔由该账户参与持有的 Safe 的交易。签名足够时任何人都可执行。',
    delegation: '它允许其他账户以该账户的名义行事，或代其投票。',
    call: '它允许他人以该账户的名义调用合约，不会再次询问。',
    unknown: '无人能说明其价值：没有标准与之相符。只有指明它的规则才能放行。',
    handover: '它移交合约或账户，或移交对其的控制权。',
    chain: '适用网络',
    chainless: '未指明：其签名在所有网络上均有效',
    textChain: '文本不指明网络',
    contract: '负责校验的合约',
    noContract: '未指明',
    other: '还涉及：可取走资产、收款或被调用',
    own: '签名的账户；不涉及其他人',
    mayTake: '最多可被取走',
    noTokens: '没有计入额度的代币',
    uncounted: '另有本签名节点不计入额度的代币可被取走：',
    counts: '按已付款计入所有额度。',
    free: '无：不产生交易',
    cost: '手续费',
    text: '完整文本',
    typed: '结构化数据',
    domain: '域：{name}',
    type: '类型',
    calls: '可凭此调用的内容',
    digest: '被签名的摘要',
    rawTitle: '其价值无法限定',
    rawText: '除非您知道其签名的用途，否则请拒绝。',
    endlessTitle: '可取走全部资产',
    endlessText: '该签名允许其他账户取走某代币的全部数量，包括今后转入该钱包的。',
    unreadableTitle: '该消息无法读取',
    unreadableText: '它属于其他网络、书写方式不符，或其作用超出所述。任何签名节点都不会签署。请拒绝。',
  },
});

const params = (review: Review, told: ToldMessage | undefined) => ({
  type: told?.type ?? '',
  wallet: review.intent.wallet,
  network: review.chain?.name ?? review.intent.chain,
});

const lineOf = (told: ToldMessage | undefined): 'lineText' | 'lineTyped' | 'lineUnreadable' =>
  told ? (told.form === 'text' ? 'lineText' : 'lineTyped') : 'lineUnreadable';

function acknowledgeOf(told: ToldMessage | undefined) {
  if (!told || told.raw) return 'acknowledgeRaw';
  if (told.endless) return 'acknowledgeEndless';
  return told.deed === 'nothing' ? 'acknowledge' : 'acknowledgeTaken';
}

const fieldRow = ({ name, type, text }: ToldField): HTMLElement =>
  row(
    el('span', { class: 'mono', translate: 'no' }, name),
    type === 'address' ? addressView(text) : el('span', { class: 'mono pre', translate: 'no' }, text),
    el('span', { class: 'muted' }, ` ${type}`),
  );

function networkRow(screen: Screen, { intent, chain }: Review, told: ToldMessage): HTMLElement {
  if (told.form === 'text') return row(say(screen, 'chain'), say(screen, 'textChain'));
  if (told.chainless) return row(say(screen, 'chain'), el('span', { class: 'pill bad' }, say(screen, 'chainless')));
  return row(
    say(screen, 'chain'),
    chain?.name ?? intent.chain,
    el('span', { class: 'muted mono' }, ` ${intent.chain}`),
  );
}

function takenRows(screen: Screen, told: ToldMessage): HTMLElement[] {
  if (told.outflows.length === 0) return [row(say(screen, 'mayTake'), say(screen, 'noTokens'))];
  return told.outflows.map(({ amount, symbol, contract }) =>
    row(
      say(screen, 'mayTake'),
      el('strong', {}, `${amount} ${symbol}`),
      el('p', { class: 'muted' }, say(screen, 'counts')),
      addressView(contract),
    ),
  );
}

/** What is signed of typed data, whole: domain, type and every field. A text stands in the first row. */
function messageCard(screen: Screen, told: ToldMessage): HTMLElement {
  return card(
    say(screen, 'typed'),
    undefined,
    el(
      'dl',
      { class: 'rows' },
      ...told.domain.map((one) => fieldRow({ ...one, name: String(say(screen, 'domain', { name: one.name }).data) })),
      row(say(screen, 'type'), el('strong', { class: 'mono', translate: 'no' }, told.type)),
      ...told.fields.map(fieldRow),
    ),
  );
}

function warnings(screen: Screen, told: ToldMessage | undefined): HTMLElement[] {
  if (!told) return [notice('bad', say(screen, 'unreadableTitle'), say(screen, 'unreadableText'))];
  return [
    ...(told.raw ? [notice('bad', say(screen, 'rawTitle'), say(screen, 'rawText'))] : []),
    ...(told.endless ? [notice('bad', say(screen, 'endlessTitle'), say(screen, 'endlessText'))] : []),
  ];
}

function rowsOf(screen: Screen, review: Review): Child[] {
  const told = messageTold(review);
  const { intent } = review;
  if (!told) return [];
  const does = isHandover(told) ? 'handover' : told.deed;
  const isGrave = told.raw || told.deed !== 'nothing';
  const whole = el('p', { class: 'mono pre', translate: 'no', dir: 'auto' }, told.text);
  return [
    told.form === 'text' && row(say(screen, 'text'), whole),
    row(say(screen, 'does'), el('strong', isGrave ? { class: 'bad' } : {}, say(screen, does))),
    networkRow(screen, review, told),
    row(say(screen, 'contract'), told.contract === '' ? say(screen, 'noContract') : addressView(told.contract)),
    ...takenRows(screen, told),
    ...told.uncounted.map((token) => row(say(screen, 'uncounted'), addressView(token))),
    fromRow(screen, intent),
    row(say(screen, 'cost'), say(screen, 'free')),
  ];
}

/** Over each of its outputs: nobody is paid. */
function addresseeOf(review: Review, at: number): 'own' | 'contract' | 'other' {
  const { intent } = review;
  const address = intent.outputs[at]?.address;
  if (address === intent.from) return 'own';
  return address === messageTold(review)?.contract ? 'contract' : 'other';
}

/** A message that is signed: shown whole, as a table, with what its signature does. */
export const message: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => {
    const told = messageTold(review);
    return say(screen, lineOf(told), params(review, told));
  },
  acknowledge: (screen, review) => say(screen, acknowledgeOf(messageTold(review))),
  approve: (screen, review) => say(screen, messageTold(review)?.raw === false ? 'approve' : 'approveRaw'),
  satisfied: (screen) => say(screen, 'satisfied'),
  addressee: (screen, review, at) => say(screen, addresseeOf(review, at)),
  rows: rowsOf,
  cards: async (screen, review) => {
    const told = messageTold(review);
    return [
      ...warnings(screen, told),
      ...(told?.form === 'typed' ? [messageCard(screen, told)] : []),
      ...(told && told.calls.length > 0
        ? [card(say(screen, 'calls'), undefined, ...told.calls.map((one) => callPart(screen, one)))]
        : []),
    ];
  },
  details: (screen, review) => [
    row(say(screen, 'digest'), el('span', { class: 'mono' }, `0x${messageTold(review)?.digest ?? ''}`)),
  ],
};
