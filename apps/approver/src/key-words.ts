import { localWords } from '@holdfast/signer-ui';

/** What the set-up and the key page both say of a key, fetched with either. */
export const sayOfKey = localWords({
  'en-US': {
    make: 'Make your key',
    email: 'E-mail',
    useDevice: 'Use a key kept by this browser instead',
    deviceOnly: 'This browser offers no passkeys here, so a key kept by this browser is used.',
    mismatch: '{signer} has other keys than the other signer knows. Stop here.',
    yours: 'Your key',
  },
  'zh-CN': {
    make: '生成您的密钥',
    email: '邮箱',
    useDevice: '改用保存在此浏览器中的密钥',
    deviceOnly: '此浏览器在此处不支持通行密钥，因此使用保存在此浏览器中的密钥。',
    mismatch: '{signer} 的密钥与另一签名节点所知的不同。请就此停止。',
    yours: '您的密钥',
  },
});
