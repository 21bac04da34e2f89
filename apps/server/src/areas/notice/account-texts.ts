import type { Sentence } from './sentence.ts';

/** What is told of how members log in. */
export const accountSentences: Readonly<Record<string, Sentence>> = {
  'account.password': {
    plain: {
      en_US: 'Your password was changed. If it was not you, tell an owner at once.',
      zh_CN: '您的密码已修改。如非本人操作，请立即告知所有者。',
    },
    full: {
      en_US: 'Your password was changed from {network}. If it was not you, tell an owner at once.',
      zh_CN: '您的密码已在 {network} 修改。如非本人操作，请立即告知所有者。',
    },
  },
  'account.authenticator': {
    plain: {
      en_US: 'Your authenticator was changed. If it was not you, tell an owner at once.',
      zh_CN: '您的验证器已更换。如非本人操作，请立即告知所有者。',
    },
    full: {
      en_US: 'Your authenticator was changed from {network}. If it was not you, tell an owner at once.',
      zh_CN: '您的验证器已在 {network} 更换。如非本人操作，请立即告知所有者。',
    },
  },
  'reset.password.asked': {
    plain: {
      en_US: 'A member’s password is to be reset. They and any owner can stop it.',
      zh_CN: '有成员的密码将被重置，该成员和任何所有者都可以停止。',
    },
    full: {
      en_US: '{by} asks to reset the password of {name}, from {until} UTC on. {name} and any owner can stop it.',
      zh_CN: '{by} 申请重置 {name} 的密码，{until}（UTC）起可用。{name} 和任何所有者都可以停止。',
    },
  },
  'reset.authenticator.asked': {
    plain: {
      en_US: 'A member’s authenticator is to be reset. They and any owner can stop it.',
      zh_CN: '有成员的验证器将被重置，该成员和任何所有者都可以停止。',
    },
    full: {
      en_US: '{by} asks to reset the authenticator of {name}, from {until} UTC on. {name} and any owner can stop it.',
      zh_CN: '{by} 申请重置 {name} 的验证器，{until}（UTC）起可用。{name} 和任何所有者都可以停止。',
    },
  },
  'reset.password.stopped': {
    plain: { en_US: 'The reset of a member’s password was stopped.', zh_CN: '一位成员的密码重置已停止。' },
    full: {
      en_US: '{actor} stopped the reset of {name}’s password.',
      zh_CN: '{actor} 停止了 {name} 的密码重置。',
    },
  },
  'reset.authenticator.stopped': {
    plain: { en_US: 'The reset of a member’s authenticator was stopped.', zh_CN: '一位成员的验证器重置已停止。' },
    full: {
      en_US: '{actor} stopped the reset of {name}’s authenticator.',
      zh_CN: '{actor} 停止了 {name} 的验证器重置。',
    },
  },
  'reset.password.done': {
    plain: { en_US: 'A member has set a new password after a reset.', zh_CN: '一位成员已在重置后设置新密码。' },
    full: {
      en_US: '{name} has set a new password after the reset that {by} asked for.',
      zh_CN: '{name} 已在 {by} 申请的重置后设置新密码。',
    },
  },
  'reset.authenticator.done': {
    plain: { en_US: 'A member has a new authenticator after a reset.', zh_CN: '一位成员已在重置后更换验证器。' },
    full: {
      en_US: '{name} has a new authenticator after the reset that {by} asked for.',
      zh_CN: '{name} 已在 {by} 申请的重置后更换验证器。',
    },
  },
};
