/** Why the rules take something from nobody, in words that end a sentence (`policyDenied`). `{rule}`: the rule that decides, by its name and bound, which read alike in every language. What limits leave is told of the one that leaves least. */
const en = {
  otherPolicy: 'it was made for other rules',
  noStrategy: 'no rule decides about it',
  initiatorNotAllowed: 'whoever asks may not ask for transactions here',
  tooFewApprovers: 'more people would have to approve than are left',
  refusedByRule: 'refused by {rule}',
  abovePayment: 'refused by {rule}. At most {most} can be asked for in one payment',
  aboveWindow: 'refused by {rule}. {left} of {limit} are left in this window',
  aboveWindowWithFee:
    'refused by {rule}. {left} of {limit} are left in this window: at most {most}, beside the highest fee',
  windowBelowFee: 'refused by {rule}. {left} of {limit} are left in this window for now, no more than the highest fee',
  windowUsedUp: 'refused by {rule}. Nothing of {limit} is left in this window for now',
  destinationNotListed: 'the whitelist is on, and the payee is not in the address book',
  whitelistHeld: 'the whitelist was switched off lately, and the payee is not in the address book',
  endlessAllowance: 'everything of a token may be taken only where a rule about calls names token and spender',
  rawCall: 'nothing explains what is called, and no rule names it',
  unreadableCall: 'the data is not what its method says',
  understatedCall: 'the call does more than it says',
  unsoundTrade: 'it is not the swap that it says it is',
  messageNotAllowed: 'no rule names this message, or its type',
  unreadableMessage: 'nobody can read the message',
  messageElsewhere: 'the message is for another network',
  understatedMessage: 'the message does more than it says',
  deployNotAllowed: 'no rule names this bytecode with its constructor',
  unreadableDeployment: 'nobody can read what the constructor is given',
} as const;

/** Of a document of rules, as signers name it. */
export type RuleProblem = keyof typeof en;

const zh: Record<RuleProblem, string> = {
  otherPolicy: '针对的是其他规则版本',
  noStrategy: '没有规则可以决定',
  initiatorNotAllowed: '发起人不能在此发起交易',
  tooFewApprovers: '所需审批人数超过可审批人数',
  refusedByRule: '被{rule}拒绝',
  abovePayment: '被{rule}拒绝。单笔最多可申请 {most}',
  aboveWindow: '被{rule}拒绝。此时段的额度 {limit} 还剩 {left}',
  aboveWindowWithFee: '被{rule}拒绝。此时段的额度 {limit} 还剩 {left}，扣除最高手续费后最多可申请 {most}',
  windowBelowFee: '被{rule}拒绝。此时段的额度 {limit} 目前只剩 {left}，不超过最高手续费',
  windowUsedUp: '被{rule}拒绝。此时段的额度 {limit} 暂已用完',
  destinationNotListed: '白名单已开启，收款方不在地址簿中',
  whitelistHeld: '白名单刚刚关闭，收款方不在地址簿中',
  endlessAllowance: '只有当合约调用规则同时指明代币与被授权方时，才允许无限额授权',
  rawCall: '没有任何依据能解释所调用的内容，也没有规则指明它',
  unreadableCall: '数据与所称方法不符',
  understatedCall: '该调用的作用超出其声明',
  unsoundTrade: '与其声明的兑换不符',
  messageNotAllowed: '没有规则指明该消息或其类型',
  unreadableMessage: '无人能读懂该消息',
  messageElsewhere: '该消息属于其他网络',
  understatedMessage: '该消息的作用超出所述',
  deployNotAllowed: '没有规则指明该字节码及其构造函数',
  unreadableDeployment: '无人能读懂构造函数的参数',
};

export const problemWords = { en_US: en, zh_CN: zh } as const;
