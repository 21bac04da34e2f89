import { deployTold, type Review } from '@holdfast/review';
import { type Child, card, el, localWords, notice, row } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { argumentRow } from './call.ts';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

const say = localWords({
  'en-US': {
    name: 'Deployment of a contract',
    head: 'Deploy a contract from wallet {wallet} on {network}',
    acknowledge: 'I have compared the hash of the bytecode and every argument of the constructor',
    approve: 'Approve: deploy the contract',
    own: 'The account that deploys it: it is paid nothing',
    code: 'Bytecode',
    size: '{count} bytes, by this hash named in a rule of your members',
    bytes: '{count} bytes',
    unread: 'Nobody can say what this code does. Compare the hash with that of the code that you reviewed.',
    constructs: 'Constructor',
    named: 'Named so by the rule that allows this bytecode.',
    asked: 'Named so by the request.',
    value: 'Goes along',
    nothing: 'no coins',
    args: 'What the constructor is given',
    unreadableTitle: 'This deployment cannot be read',
    unreadableText: 'What its constructor is given is not what it says. No signer signs it. Refuse it.',
  },
  'zh-CN': {
    name: '部署合约',
    head: '从钱包 {wallet} 在 {network} 上部署合约',
    acknowledge: '我已核对字节码哈希及构造函数的每个参数',
    approve: '批准：部署合约',
    own: '部署合约的账户：不付给任何人',
    code: '字节码',
    size: '{count} 字节，贵方成员的规则以此哈希指明它',
    bytes: '{count} 字节',
    unread: '无人能说明该代码的作用。请与您审核过的代码的哈希核对。',
    constructs: '构造函数',
    named: '名称依据放行该字节码的规则。',
    asked: '名称依据本次请求。',
    value: '附带',
    nothing: '不附带资产',
    args: '构造函数的参数',
    unreadableTitle: '该部署无法读取',
    unreadableText: '构造参数与所称不符。任何签名节点都不会签署。请拒绝。',
  },
});

const code = (text: string): HTMLElement => el('span', { class: 'mono pre', translate: 'no' }, text);

function rowsOf(screen: Screen, review: Review): Child[] {
  const told = deployTold(review);
  if (!told) return spenderRows(screen, review);
  // Whatever is in its way may hide that no rule names it: then nothing is said of rules here.
  const isNamed = review.evaluation.problem === undefined;
  return [
    row(
      say(screen, 'code'),
      el('strong', {}, code(told.code)),
      el('p', { class: 'muted' }, say(screen, isNamed ? 'size' : 'bytes', { count: String(told.codeBytes) })),
      el('p', { class: 'bad' }, say(screen, 'unread')),
    ),
    row(
      say(screen, 'constructs'),
      code(told.constructs),
      el('p', { class: 'muted' }, say(screen, isNamed ? 'named' : 'asked')),
    ),
    row(say(screen, 'value'), say(screen, 'nothing')),
    ...spenderRows(screen, review),
  ];
}

const { satisfied } = transfer;

/** A contract that is put on the chain: the hash of its bytecode, and every argument of its constructor. */
export const deploy: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, { intent, chain }) =>
    say(screen, 'head', { wallet: intent.wallet, network: chain?.name ?? intent.chain }),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  approve: (screen) => say(screen, 'approve'),
  addressee: (screen) => say(screen, 'own'),
  rows: rowsOf,
  cards: async (screen, review) => {
    const told = deployTold(review);
    return [
      ...(told ? [] : [notice('bad', say(screen, 'unreadableTitle'), say(screen, 'unreadableText'))]),
      ...(told && told.args.length > 0
        ? [card(say(screen, 'args'), undefined, el('dl', { class: 'rows' }, ...told.args.map(argumentRow)))]
        : []),
    ];
  },
  ...(satisfied && { satisfied }),
};
