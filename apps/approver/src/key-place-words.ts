import { localWords } from '@holdfast/signer-ui';

/** Where a key is, as the pages that say it call it. */
export const sayPlace = localWords({
  'en-US': { path: 'Path', keyGroup: 'Key group' },
  'zh-CN': { path: '路径', keyGroup: '密钥组' },
});
