import { localWords } from '@holdfast/signer-ui';

/** Words about changes of the address book, fetched with the part that shows them. */
export const say = localWords({
  'en-US': {
    added: 'New entry {number} of {count}',
    removed: 'Entry {number} of {count} that is taken out',
    label: 'Label',
    chains: 'Networks',
    assets: 'Assets',
    anyAsset: 'any asset',
    unknownAsset: 'an asset that this signer does not know, or one written otherwise than its network writes it',
    unknownChain: 'a network that this signer does not know',
    methods: 'Methods that may be called',
    coin: 'the coin of the network',
    memoNone: 'none',
    unknown: 'This signer does not tell what stands in this entry. Its hash is',
    cooling: 'New entries can be paid {hours} h after their approval.',
    modeOff: 'The whitelist is off: payments to other addresses remain possible.',
  },
  'zh-CN': {
    added: '新增条目 {number} / {count}',
    removed: '移除条目 {number} / {count}',
    label: '标签',
    chains: '网络',
    assets: '资产',
    anyAsset: '任何资产',
    unknownAsset: '此签名节点无法识别的资产，或写法与其网络不同',
    unknownChain: '此签名节点无法识别的网络',
    methods: '可调用的方法',
    coin: '该网络的原生币',
    memoNone: '无',
    unknown: '此签名节点未提供该条目的内容。其哈希为',
    cooling: '新条目在批准 {hours} 小时后方可付款。',
    modeOff: '白名单已关闭：仍可向其他地址付款。',
  },
});
