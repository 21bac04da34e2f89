import { localWords } from '@holdfast/signer-ui';

/** The words of the key page, fetched with it. */
export const say = localWords({
  'en-US': {
    lead: 'With this key you will sign your decisions. It is made here, on a signer’s own page, and only its public part leaves. It grants nothing until the members have approved it.',
    how: 'A passkey stays in this device, a security key or your password manager, and asks for your finger, face or PIN each time.',
    for: 'For',
    goesTo: 'Its public part goes to',
    passkey: 'Create passkey',
    device: 'Create device key',
    made: 'Your key is made',
    madeLead:
      'Keep these words at hand: whoever approves the key reads the same words and asks you for them. Then go back and finish there.',
    noReturn:
      'Open this page by the link of your invitation, or from your own entry in the team: this one does not say where the key should go.',
  },
  'zh-CN': {
    lead: '您将用此密钥签署自己的决定。密钥在签名节点自己的页面上生成，只有公开部分会离开此处。在成员批准之前，它不授予任何权限。',
    how: '通行密钥保存在此设备、安全密钥或密码管理器中，每次使用都需要您的指纹、面容或 PIN 码。',
    for: '使用者',
    goesTo: '公开部分将交给',
    passkey: '创建通行密钥',
    device: '创建设备密钥',
    made: '您的密钥已生成',
    madeLead: '请记下这些词：批准此密钥的人会看到同样的词，并向您核对。然后返回并继续。',
    noReturn: '请从邀请链接或团队页中您本人的条目打开此页面：当前链接未说明密钥应交给哪里。',
  },
});
