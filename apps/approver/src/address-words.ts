import { localWords } from '@holdfast/signer-ui';

/** The words of the page of an address, fetched with it. */
export const say = localWords({
  'en-US': {
    title: 'Address of sub-wallet {wallet}, at {path}',
    titleUnknown: 'Address',
    wallet: 'Sub-wallet',
    lead: 'Worked out in this page from the public key that this signer holds. Compare it with what the console shows, and the sub-wallet with the one you mean.',
    noKey: 'This signer holds no keys yet.',
    otherKey: 'The link names no key group that this signer holds. Do not use the address that the console shows.',
    badPath: 'The link names no path of an address.',
    mine: 'Signer',
    qrHint: 'Scan to take exactly this address.',
  },
  'zh-CN': {
    title: '钱包 {wallet} 的地址，路径 {path}',
    titleUnknown: '地址',
    wallet: '钱包',
    lead: '由本页面根据此签名节点持有的公钥计算得出。请与控制台显示的地址核对，并确认是您要的钱包。',
    noKey: '此签名节点尚无密钥。',
    otherKey: '链接未指明此签名节点持有的密钥组。请勿使用控制台显示的地址。',
    badPath: '链接未指明地址路径。',
    mine: '签名节点',
    qrHint: '扫描即可准确获取此地址。',
  },
});
