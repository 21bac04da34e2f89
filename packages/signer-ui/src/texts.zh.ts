import type { ShellKey } from './texts.en.ts';

export const shellZh: Record<ShellKey, string> = {
  passThrough: '{text}',
  shellNotices: '即将交付的密钥材料',
  shellTheme: '浅色或深色',
  shellSkip: '跳到内容',
  shellSingleHost: '所有密钥分片都在同一台机器上：仅供评估。',
  shellBack: '返回 {host}',
  shellContinue: '前往 {host} 继续',
  shellRetry: '重试',
  shellLoading: '正在询问签名节点……',
  faultOffline: '{origin} 的签名节点没有应答。请确认其正在运行后重试。',
  faultInForce: '该变更已生效。',
  faultRefused: '签名节点拒绝了：{message}',
  faultPasskeyCancelled: '未使用通行密钥：请求被关闭或已超时。没有签署任何内容。',
  faultPasskeyMissing: '此浏览器在此地址上不支持通行密钥。',
  faultPasskeyKind: '此验证器生成的不是 ES256 密钥。请换用其他验证器或设备密钥。',
  faultDeviceKeyMissing: '此浏览器无法生成 Ed25519 密钥。请使用通行密钥或命令行。',
  faultDeviceKeyGone: '此设备密钥不在此浏览器中。',
  faultUnexpected: '发生意外：{message}',
};
