/**
 * What members call a signer: by what the rules call it. Where that is no more than its number, each reads it in their language; what an operator wrote otherwise
 * stays. Never where documents are compared: there names are told as they stand.
 */
export const signerName = (name: string, language: 'en-US' | 'zh-CN'): string =>
  name.replace(/^(?:Signer|签名节点) (?=\d+$)/, language === 'zh-CN' ? '签名节点 ' : 'Signer ');
