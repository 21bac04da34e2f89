import type { Language } from '@holdfast/contract';
import { plainText } from './nft-texts.ts';
import type { Both, Sentence } from './sentence.ts';
import type { Facts } from './telling.ts';

/** What is asked for, as in “asks to …” and 申请…, by what its proposal says of itself. `{name}` is a member, a rule or an API client, as the action has it. */
const deeds: Readonly<Record<string, Both>> = {
  defaultSave: { en_US: 'change the default rule of all wallets', zh_CN: '修改所有钱包的默认规则' },
  basicSave: { en_US: 'change the basic rule of {wallet}', zh_CN: '修改 {wallet} 的基础规则' },
  basicDelete: { en_US: 'remove the basic rule of {wallet}', zh_CN: '删除 {wallet} 的基础规则' },
  higherSave: { en_US: 'save the advanced rule “{name}”', zh_CN: '保存高级规则“{name}”' },
  higherDelete: { en_US: 'remove the advanced rule “{name}”', zh_CN: '删除高级规则“{name}”' },
  higherSort: { en_US: 'put the advanced rules in another order', zh_CN: '调整高级规则的顺序' },
  workspaceSave: { en_US: 'change who decides about {op}', zh_CN: '修改{op}变更的审批规则' },
  workspaceDelete: { en_US: 'let the default rule decide about {op} again', zh_CN: '让{op}变更恢复使用默认规则' },
  save: { en_US: 'change several rules at once', zh_CN: '同时修改多条规则' },
  import: { en_US: 'replace the rules by those of a file', zh_CN: '以文件中的规则替换现有规则' },
  signProtectOn: { en_US: 'switch signature protection on', zh_CN: '开启签名保护' },
  signProtectOff: { en_US: 'switch signature protection off', zh_CN: '关闭签名保护' },
  add: { en_US: 'admit {name} as a member', zh_CN: '添加成员 {name}' },
  role: { en_US: 'change the roles of {name}', zh_CN: '修改 {name} 的角色' },
  remove: { en_US: 'remove {name} from the workspace', zh_CN: '将 {name} 移出工作区' },
  credentialAdd: { en_US: 'add a key for {name}', zh_CN: '为 {name} 添加密钥' },
  credentialRemove: { en_US: 'remove a key of {name}', zh_CN: '移除 {name} 的密钥' },
  grant: { en_US: 'give {name} a key of equal rights', zh_CN: '授予 {name} 同权密钥' },
  revoke: { en_US: 'take the key of equal rights from {name}', zh_CN: '收回 {name} 的同权密钥' },
  keyMaterial: { en_US: 'give out the share of signer {signer}', zh_CN: '交出签名节点 {signer} 的密钥分片' },
  programAdd: { en_US: 'let the API client {name} ask for payments', zh_CN: '允许 API 客户端 {name} 发起付款申请' },
  programChange: { en_US: 'change the API client {name}', zh_CN: '修改 API 客户端 {name}' },
  programOff: { en_US: 'switch off the API client {name}', zh_CN: '停用 API 客户端 {name}' },
  programOn: { en_US: 'switch on the API client {name} again', zh_CN: '重新启用 API 客户端 {name}' },
  tokenAdd: { en_US: 'pay with {symbol} from now on', zh_CN: '允许用 {symbol} 付款' },
  tokenRemove: { en_US: 'pay with {symbol} no more', zh_CN: '不再用 {symbol} 付款' },
  whitelist: { en_US: 'change how the address book counts', zh_CN: '修改白名单设置' },
  unfreeze: { en_US: 'let the signers sign again', zh_CN: '恢复签名' },
  payeeChange: { en_US: 'change {removed} in the address book', zh_CN: '修改地址簿中的{removed}' },
  payeesAdd: { en_US: 'add {added} to the address book', zh_CN: '在地址簿中添加{added}' },
  payeesRemove: { en_US: 'remove {removed} from the address book', zh_CN: '从地址簿中移除{removed}' },
  payeesBoth: {
    en_US: 'add {added} to the address book and remove {removed}',
    zh_CN: '在地址簿中添加{added}并移除{removed}',
  },
};

/** What a rule of the workspace decides about. */
const ops: Readonly<Record<string, Both>> = {
  addressBook: { en_US: 'the address book', zh_CN: '地址簿' },
  api: { en_US: 'API clients', zh_CN: 'API 客户端' },
  keyMaterial: { en_US: 'key material', zh_CN: '密钥材料' },
  keys: { en_US: 'keys', zh_CN: '密钥' },
  members: { en_US: 'members', zh_CN: '成员' },
  strategies: { en_US: 'rules', zh_CN: '规则' },
};

/** What is told of a change that says what it changes; only in full, since it names. `{what}` is what it does. */
export const changeSentences: Readonly<Record<string, Both>> = {
  'proposal.asked': {
    en_US: '{by} asks to {what}: it waits for your decision.',
    zh_CN: '{by} 申请{what}，等待您审批。',
  },
  'proposal.askedAgain': {
    en_US: 'The rules or the address book changed: your request to {what} is to be signed by you once more.',
    zh_CN: '规则或地址簿已变更：您“{what}”的申请需要您重新签署。',
  },
  'proposal.soon': {
    en_US: 'The request to {what} ends soon unless you decide.',
    zh_CN: '“{what}”的申请即将过期，请尽快审批。',
  },
  'proposal.passed': {
    en_US: 'The request to {what} passed and is in force.',
    zh_CN: '“{what}”已通过审批并生效。',
  },
  'proposal.refused': {
    en_US: '{actor} refused the request to {what}.',
    zh_CN: '{actor} 拒绝了“{what}”的申请。',
  },
  'proposal.cancelled': { en_US: 'The request to {what} was taken back.', zh_CN: '“{what}”的申请已撤回。' },
  'proposal.expired': {
    en_US: 'The request to {what} ended: nobody decided in time.',
    zh_CN: '“{what}”的申请因超时未审批而结束。',
  },
  'proposal.superseded': {
    en_US: 'The request to {what} ended: other rules came into force first.',
    zh_CN: '“{what}”的申请已结束：其他规则先行生效。',
  },
};

/** Somebody followed their invitation: whoever invited them signs the request first, and without that nobody can decide. */
export const joinedSentence: Sentence = {
  plain: {
    en_US: 'Somebody you invited waits to be admitted.',
    zh_CN: '您邀请的成员已完成注册，等待您批准加入。',
  },
  full: {
    en_US: '{name} has joined by your invitation and waits to be admitted by you.',
    zh_CN: '您邀请的 {name} 已完成注册，等待您批准加入。',
  },
};

/** Payees by what the address book calls them, and how many there are beyond those that are named. */
export function payeesText({ names = '', count = '0' }: Facts, language: Language): string {
  const listed = names.split('\n').filter(Boolean).map(plainText);
  const more = Number(count) - listed.length;
  if (language === 'zh_CN') {
    const said = listed.map((name) => `“${name}”`).join('、');
    if (listed.length === 0) return ` ${count} 个收款方`;
    return more > 0 ? `${said}等 ${count} 个收款方` : `收款方${said}`;
  }
  const all = [...listed, ...(more > 0 ? [`${more} more`] : [])];
  if (listed.length === 0) return count === '1' ? 'a payee' : `${count} payees`;
  const last = all.at(-1) ?? '';
  return all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

/** Which of the deeds it is: the same action may say more in its other words. */
function deedOf(facts: Facts): Both | undefined {
  const { action = '', walletId = '', on = '', added = '0', removed = '0', addedNames = '', removedNames = '' } = facts;
  if (action === 'basicSave' && walletId === '*') return deeds.defaultSave;
  if (action === 'signProtect') return on === 'on' ? deeds.signProtectOn : deeds.signProtectOff;
  if (action !== '') return Object.hasOwn(deeds, action) ? deeds[action] : undefined;
  if (added === '1' && removed === '1' && addedNames === removedNames) return deeds.payeeChange;
  if (added !== '0' && removed !== '0') return deeds.payeesBoth;
  if (added !== '0') return deeds.payeesAdd;
  return removed === '0' ? undefined : deeds.payeesRemove;
}

/** What a change does, with the names of what it changes; undefined for one that did not say. */
export function changeText(facts: Facts, language: Language): string | undefined {
  const { added = '', removed = '', addedNames = '', removedNames = '', op = '' } = facts;
  const said: Readonly<Record<string, string>> = {
    added: payeesText({ names: addedNames, count: added }, language),
    removed: payeesText({ names: removedNames, count: removed }, language),
    op: ops[op]?.[language] ?? plainText(op),
  };
  return deedOf(facts)?.[language].replace(
    /\{(\w+)\}/g,
    (_all, key: string) => said[key] ?? plainText(facts[key] ?? ''),
  );
}
