import { localWords } from '@holdfast/signer-ui';

/** Words about key files, fetched with the part that opens them. */
export const say = localWords({
  'en-US': {
    chooseFile: 'Choose the key file',
    fileChosen: 'Chosen: {name}',
    useKeyFile: 'Sign with a key file',
    keyFilePassphrase: 'Passphrase of the key file',
    keyFileNotOurs: 'This is not a device key file.',
    keyFileWrong: 'The passphrase does not open this key file.',
    keyFileOther: 'This key belongs to nobody who may sign here.',
  },
  'zh-CN': {
    chooseFile: '选择密钥文件',
    fileChosen: '已选择：{name}',
    useKeyFile: '使用密钥文件签署',
    keyFilePassphrase: '密钥文件的口令',
    keyFileNotOurs: '这不是设备密钥文件。',
    keyFileWrong: '口令无法打开此密钥文件。',
    keyFileOther: '此密钥不属于任何可在此签署的成员。',
  },
});
