import { type Language, todoType } from '@holdfast/contract';
import { exactAmount, formatNumber } from '@holdfast/money';
import { policyLimits } from '@holdfast/policy';
import { accountSentences } from './account-texts.ts';
import { changeSentences, changeText, joinedSentence } from './change-texts.ts';
import { lineOf, nftsText, plainText } from './nft-texts.ts';
import type { Both, Sentence } from './sentence.ts';
import { deedText, stakeSentences } from './stake-texts.ts';
import type { Facts } from './telling.ts';

const sentences: Readonly<Record<string, Sentence>> = {
  'order.asked': {
    plain: { en_US: 'A payment from {wallet} waits for your decision.', zh_CN: '{wallet} 有一笔付款等待您审批。' },
    full: {
      en_US: '{by} asks to withdraw {sum} from {wallet}{to}: it waits for your decision.',
      zh_CN: '{by} 申请从 {wallet} {to}提币 {sum}，等待您审批。',
    },
  },
  'order.askedAgain': {
    plain: {
      en_US: 'The rules or the address book changed: a payment from {wallet} is to be signed by you once more.',
      zh_CN: '规则或地址簿已变更：{wallet} 有一笔付款需要您重新签署。',
    },
    full: {
      en_US:
        'The rules or the address book changed: your payment of {sum} from {wallet}{to} is to be signed by you once more.',
      zh_CN: '规则或地址簿已变更：您从 {wallet} {to}提币 {sum} 的申请需要您重新签署。',
    },
  },
  'order.soon': {
    plain: {
      en_US: 'A payment from {wallet} ends soon unless you decide.',
      zh_CN: '{wallet} 的一笔付款即将过期，请尽快审批。',
    },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} ends soon unless you decide.',
      zh_CN: '从 {wallet} {to}提币 {sum} 的申请即将过期，请尽快审批。',
    },
  },
  'order.paid': {
    plain: { en_US: 'A payment from {wallet} was made.', zh_CN: '{wallet} 的一笔付款已完成。' },
    full: { en_US: '{sum} was paid from {wallet}{to}.', zh_CN: '已从 {wallet} {to}提币 {sum}。' },
  },
  'order.refused': {
    plain: { en_US: 'A payment from {wallet} was refused.', zh_CN: '{wallet} 的一笔付款被拒绝。' },
    full: {
      en_US: '{actor} refused the payment of {sum} from {wallet}{to}.',
      zh_CN: '{actor} 拒绝了从 {wallet} {to}提币 {sum} 的申请。',
    },
  },
  'order.cancelled': {
    plain: { en_US: 'A payment from {wallet} was taken back.', zh_CN: '{wallet} 的一笔付款已撤回。' },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} was taken back.',
      zh_CN: '从 {wallet} {to}提币 {sum} 的申请已撤回。',
    },
  },
  'order.signerRefused': {
    plain: {
      en_US: 'A payment from {wallet} was refused by a signer.',
      zh_CN: '{wallet} 的一笔付款被签名节点拒绝，未能执行。',
    },
    full: {
      en_US: 'A signer refused the payment of {sum} from {wallet}{to}.',
      zh_CN: '签名节点拒绝了从 {wallet} {to}提币 {sum}，未能执行。',
    },
  },
  'order.rejected': {
    plain: {
      en_US: 'A payment from {wallet} cannot be made under the rules.',
      zh_CN: '{wallet} 的一笔付款不符合规则，未能执行。',
    },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} cannot be made under the rules.',
      zh_CN: '从 {wallet} {to}提币 {sum} 的申请不符合规则，未能执行。',
    },
  },
  'order.expired': {
    plain: {
      en_US: 'A payment from {wallet} ended: nobody decided in time.',
      zh_CN: '{wallet} 的一笔付款因超时未审批而结束。',
    },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} ended: nobody decided in time.',
      zh_CN: '从 {wallet} {to}提币 {sum} 的申请因超时未审批而结束。',
    },
  },
  'order.discarded': {
    plain: { en_US: 'A payment from {wallet} was dropped by the chain.', zh_CN: '{wallet} 的一笔付款未被链上收录。' },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} was dropped by the chain.',
      zh_CN: '从 {wallet} {to}提币 {sum} 的交易未被链上收录。',
    },
  },
  'order.failed': {
    plain: { en_US: 'A payment from {wallet} failed.', zh_CN: '{wallet} 的一笔付款失败。' },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} failed.',
      zh_CN: '从 {wallet} {to}提币 {sum} 失败。',
    },
  },
  'order.waits': {
    plain: {
      en_US: 'A payment from {wallet} still waits for a block: a higher fee takes an approval.',
      zh_CN: '{wallet} 的一笔付款仍未上链：提高手续费需要审批。',
    },
    full: {
      en_US: 'The payment of {sum} from {wallet}{to} still waits for a block: a higher fee takes an approval.',
      zh_CN: '从 {wallet} {to}提币 {sum} 的交易仍未上链：提高手续费需要审批。',
    },
  },
  'proposal.asked': {
    plain: { en_US: 'A change of {change} waits for your decision.', zh_CN: '{change}变更等待您审批。' },
    full: {
      en_US: '{by} asks for a change of {change}: it waits for your decision.',
      zh_CN: '{by} 申请变更{change}，等待您审批。',
    },
  },
  'proposal.joined': joinedSentence,
  'proposal.askedAgain': {
    plain: {
      en_US: 'The rules or the address book changed: your change of {change} is to be signed by you once more.',
      zh_CN: '规则或地址簿已变更：您申请的{change}变更需要您重新签署。',
    },
  },
  'proposal.soon': {
    plain: {
      en_US: 'A change of {change} ends soon unless you decide.',
      zh_CN: '{change}变更申请即将过期，请尽快审批。',
    },
  },
  'proposal.passed': { plain: { en_US: 'A change of {change} is in force.', zh_CN: '{change}变更已生效。' } },
  'proposal.refused': {
    plain: { en_US: 'A change of {change} was refused.', zh_CN: '{change}变更被拒绝。' },
    full: { en_US: '{actor} refused the change of {change}.', zh_CN: '{actor} 拒绝了{change}变更。' },
  },
  'proposal.cancelled': { plain: { en_US: 'A change of {change} was taken back.', zh_CN: '{change}变更已撤回。' } },
  'proposal.expired': {
    plain: { en_US: 'A change of {change} ended: nobody decided in time.', zh_CN: '{change}变更因超时未审批而结束。' },
  },
  'proposal.superseded': {
    plain: {
      en_US: 'A change of {change} ended: other rules came into force first.',
      zh_CN: '{change}变更已结束：其他规则先行生效。',
    },
  },
  'deposit.credited': {
    plain: { en_US: 'A deposit reached {wallet}.', zh_CN: '{wallet} 收到一笔充值。' },
    full: { en_US: '{sum} reached {wallet}.', zh_CN: '{wallet} 收到 {sum}。' },
  },
  'nft.received': {
    plain: { en_US: 'An NFT reached {wallet}.', zh_CN: '{wallet} 收到 NFT。' },
    full: { en_US: '{nfts} reached {wallet}.', zh_CN: '{wallet} 收到 {nfts}。' },
  },
  'outputs.join': {
    plain: {
      en_US: 'Fees are low: outputs of {wallet} can be joined.',
      zh_CN: '当前手续费较低：{wallet} 的 UTXO 可以合并。',
    },
    full: {
      en_US: 'Fees are low ({rate}): {count} outputs of {wallet} in {symbol} can be joined into one.',
      zh_CN: '当前手续费较低（{rate}）：{wallet} 的 {count} 个 {symbol} UTXO 可以合并为一个。',
    },
  },
  'signing.frozen': { plain: { en_US: 'A signer is frozen: nothing is signed.', zh_CN: '签名节点已冻结，暂停签名。' } },
  'signing.unfrozen': { plain: { en_US: 'A signer signs again.', zh_CN: '签名节点已恢复签名。' } },
  'asset.frozen': {
    plain: {
      en_US: 'The books and a chain differ: transfers of a coin are stopped.',
      zh_CN: '账目与链上不一致，某币种已停止转账。',
    },
  },
  'signers.differ': {
    plain: { en_US: 'One signer lacks a change that another has.', zh_CN: '签名节点之间的规则不一致。' },
  },
  'channel.gone': {
    plain: {
      en_US: 'One of your notice channels has ended: its browser takes no more notices.',
      zh_CN: '您的一个通知渠道已结束：该浏览器不再接收通知。',
    },
    full: {
      en_US: 'Your notice channel “{name}” has ended: its browser takes no more notices ({host}).',
      zh_CN: '您的通知渠道“{name}”已结束：该浏览器不再接收通知（{host}）。',
    },
  },
  'login.new': {
    plain: { en_US: 'Somebody logged in to your account from somewhere new.', zh_CN: '您的账户在新的地点登录。' },
    full: {
      en_US: 'Your account was logged in to from somewhere new: {device}, {network}.',
      zh_CN: '您的账户在新的地点登录：{device}，{network}。',
    },
  },
  ...accountSentences,
};

/** Every event that a notice can be of. */
export const noticeEvents = Object.keys(sentences);

/** What a change is of, by its kind of item. */
const changes: Readonly<Record<string, Both>> = {
  [todoType.addressBook]: { en_US: 'the address book', zh_CN: '地址簿' },
  [todoType.strategy]: { en_US: 'the rules', zh_CN: '规则' },
  [todoType.workspaceRule]: { en_US: 'the workspace’s rules', zh_CN: '工作区规则' },
  [todoType.keyGrant]: { en_US: 'who may approve', zh_CN: '审批密钥' },
  [todoType.keyMaterial]: { en_US: 'who holds key material', zh_CN: '密钥材料' },
  [todoType.apiClient]: { en_US: 'the API clients', zh_CN: 'API 客户端' },
  [todoType.member]: { en_US: 'the members', zh_CN: '成员' },
};

/** How much, with what that was worth when it was told of, and to whom; nothing of what is not known. */
function paidText(facts: Facts, language: Language) {
  const { amount = '', symbol = '', worth = '', payee = '', payees = '', batch = '' } = facts;
  const usd =
    worth === ''
      ? ''
      : { en_US: ` (about $${formatNumber(worth)})`, zh_CN: `（约 $${formatNumber(worth)}）` }[language];
  const name = plainText(payee);
  const called = plainText(batch);
  const several =
    called === ''
      ? { en_US: ` to ${payees} payees`, zh_CN: `向 ${payees} 个收款方` }
      : { en_US: ` to “${called}”, ${payees} payees`, zh_CN: `向“${called}”（${payees} 个收款方）` };
  const many = payees === '' ? undefined : several[language];
  const one = name === '' ? '' : { en_US: ` to ${name}`, zh_CN: `向 ${name} ` }[language];
  const sum = `${exactAmount(plainText(amount))} ${plainText(symbol)}${usd}`;
  return { sum, to: many ?? one, nfts: nftsText(facts, language) ?? '' };
}

/** The sentence and what is done, where that is no payment; a change that does not say what it changes is told by its kind. */
function chosen(event: string, facts: Facts, language: Language, full: boolean) {
  const deed = deedText(facts, language, full);
  if (deed !== undefined) return { sentence: stakeSentences[event], what: deed };
  const what = full ? changeText(facts, language) : undefined;
  const named = what === undefined ? undefined : changeSentences[event];
  return { sentence: named ? { plain: named } : sentences[event], what };
}

/**
 * A notice in words.
 * @param full with amounts, names and places; without, nothing that a stranger who reads it could use
 */
export function sentenceOf(
  { event, facts }: { readonly event: string; readonly facts: Facts },
  language: Language,
  full: boolean,
): string {
  const { sentence, what } = chosen(event, facts, language, full);
  if (!sentence) return event;
  const text = ((full && sentence.full) || sentence.plain)[language];
  const paid: Readonly<Record<string, string>> = paidText(facts, language);
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'what') return what ?? '';
    if (Object.hasOwn(paid, name)) return paid[name] ?? '';
    const value = facts[name] ?? '';
    return name === 'change' ? (changes[value]?.[language] ?? value) : plainText(value);
  });
}

/** The same, and in full behind it why something was refused, in the words of whoever refused it. */
export function toldOf(noted: Parameters<typeof sentenceOf>[0], language: Language, full: boolean): string {
  const sentence = sentenceOf(noted, language, full);
  const said = full ? lineOf(noted.facts.refusal ?? '', policyLimits.remark).trim() : '';
  return said === '' ? sentence : sentence + { en_US: ` Reason: “${said}”`, zh_CN: `理由：“${said}”` }[language];
}
