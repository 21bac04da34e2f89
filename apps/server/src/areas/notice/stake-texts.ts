import type { Language } from '@holdfast/contract';
import { exactAmount } from '@holdfast/money';
import type { stakeToldOf } from '../../orders/service.ts';
import { nftsText } from './nft-texts.ts';
import type { Facts } from './telling.ts';

type Both = Readonly<Record<Language, string>>;
type Deed = NonNullable<ReturnType<typeof stakeToldOf>>['kind'];

/** What is done where nobody is paid. */
const names: Readonly<Record<Deed, Both>> = {
  allowance: { en_US: 'Allowance of', zh_CN: '授权额度' },
  endless: { en_US: 'Allowance without limit', zh_CN: '无限额授权' },
  revocation: { en_US: 'Taking back an allowance', zh_CN: '收回授权' },
  call: { en_US: 'Contract call with', zh_CN: '合约调用，附带' },
  message: { en_US: 'Message to be signed', zh_CN: '待签署的消息' },
  deploy: { en_US: 'Deployment of a contract', zh_CN: '部署合约' },
  child: { en_US: 'Paying for a parent transaction', zh_CN: '为父交易付费' },
  inscription: { en_US: 'Sending an inscription', zh_CN: '发送铭文' },
  brc20: { en_US: 'A BRC-20 payment', zh_CN: 'BRC-20 付款' },
  stake: { en_US: 'Staking', zh_CN: '质押' },
  unstake: { en_US: 'Unstaking', zh_CN: '解除质押' },
  unfrozen: { en_US: 'Withdrawing what has unfrozen', zh_CN: '已解锁资产提取' },
  delegate: { en_US: 'Delegating', zh_CN: '资源委托' },
  reclaim: { en_US: 'Reclaiming', zh_CN: '委托收回' },
};

interface Sentence {
  readonly plain: Both;
  /** Where it also says who; else it differs by the amount alone. */
  readonly full?: Both;
}

/** What is told of orders about stake, which pay nobody, by the event; `{what}` is what is done, and how much where that is told. */
export const stakeSentences: Readonly<Record<string, Sentence>> = {
  'order.asked': {
    plain: { en_US: '{what} in {wallet} waits for your decision.', zh_CN: '{wallet} 的{what}等待您审批。' },
    full: {
      en_US: '{by} asks for this in {wallet}: {what}. It waits for your decision.',
      zh_CN: '{by} 申请了 {wallet} 的{what}，等待您审批。',
    },
  },
  'order.askedAgain': {
    plain: {
      en_US: '{what} in {wallet}: the rules or the address book changed, so it is to be signed by you once more.',
      zh_CN: '规则或地址簿已变更：{wallet} 的{what}需要您重新签署。',
    },
  },
  'order.soon': {
    plain: {
      en_US: '{what} in {wallet}: the request ends soon unless you decide.',
      zh_CN: '{wallet} 的{what}申请即将过期，请尽快审批。',
    },
  },
  'order.paid': { plain: { en_US: '{what} in {wallet} is done.', zh_CN: '{wallet} 的{what}已完成。' } },
  'order.refused': {
    plain: { en_US: '{what} in {wallet} was refused.', zh_CN: '{wallet} 的{what}被拒绝。' },
    full: { en_US: '{actor} refused this in {wallet}: {what}.', zh_CN: '{actor} 拒绝了 {wallet} 的{what}。' },
  },
  'order.cancelled': { plain: { en_US: '{what} in {wallet} was taken back.', zh_CN: '{wallet} 的{what}申请已撤回。' } },
  'order.signerRefused': {
    plain: {
      en_US: '{what} in {wallet} was refused by a signer.',
      zh_CN: '{wallet} 的{what}被签名节点拒绝，未能执行。',
    },
  },
  'order.rejected': {
    plain: {
      en_US: '{what} in {wallet} cannot be done under the rules.',
      zh_CN: '{wallet} 的{what}不符合规则，未能执行。',
    },
  },
  'order.expired': {
    plain: {
      en_US: '{what} in {wallet} ended: nobody decided in time.',
      zh_CN: '{wallet} 的{what}因超时未审批而结束。',
    },
  },
  'order.waits': {
    plain: { en_US: '{what} of {wallet} still waits for a block.', zh_CN: '{wallet} 的{what}仍未上链。' },
  },
  'order.discarded': {
    plain: { en_US: '{what} in {wallet} was dropped by the chain.', zh_CN: '{wallet} 的{what}未被链上收录。' },
  },
  'order.failed': { plain: { en_US: '{what} in {wallet} failed.', zh_CN: '{wallet} 的{what}失败。' } },
};

/** One to which no coins go along, or where that is not told. */
const bareCall: Both = { en_US: 'Contract call', zh_CN: '合约调用' };

/** A call that sends NFTs is told as that. */
const sending: Both = { en_US: 'Sending NFTs', zh_CN: '发送 NFT' };

const isDeed = (kind: string): kind is Deed => Object.hasOwn(names, kind);

/** In a word, and with the amount where that is told; undefined for a payment. */
export function deedText(facts: Facts, language: Language, full: boolean) {
  const { deed = '', amount = '0', symbol = '' } = facts;
  if (!isDeed(deed)) return undefined;
  const nfts = nftsText(facts, language);
  if (nfts !== undefined)
    return full ? { en_US: `Sending ${nfts}`, zh_CN: `发送 ${nfts}` }[language] : sending[language];
  const name = names[deed][language];
  if (deed === 'call' && (!full || amount === '0')) return bareCall[language];
  return full && amount !== '0' && deed !== 'endless' ? `${name} ${exactAmount(amount)} ${symbol}` : name;
}
