import { localWords } from '@holdfast/signer-ui';

/** Words about key files, fetched with the part that opens them. */
export const say = localWords({
  'en-US': {
    noKeyHere:
      'No key that may sign is in this browser on this address. Open this page where it is, or sign with a key file.',
    chooseFile: 'Choose the key file',
    fileChosen: 'Chosen: {name}',
    useKeyFile: 'Sign with a key file',
    keyFilePassphrase: 'Passphrase of the key file',
    keyFileNotOurs: 'This is not a device key file.',
    keyFileWrong: 'The passphrase does not open this key file.',
    keyFileOther: 'This key belongs to nobody who may sign here.',
  },
  'zh-CN': {
    noKeyHere: '此浏览器在此地址上没有可签署的密钥。请在存有密钥的设备上打开此页面，或使用密钥文件签署。',
    chooseFile: '选择密钥文件',
    fileChosen: '已选择：{name}',
    useKeyFile: '使用密钥文件签署',
    keyFilePassphrase: '密钥文件的口令',
    keyFileNotOurs: '这不是设备密钥文件。',
    keyFileWrong: '口令无法打开此密钥文件。',
    keyFileOther: '此密钥不属于任何可在此签署的成员。',
  },
});
