import { z } from 'zod';
import { bool01, epochMs, jsonField, nameText, nothing, page, paged, ranged, subWalletId } from './codecs.ts';
import { get, post } from './endpoint.ts';

/**
 * What a member is told of: something to decide, that it ends soon, how it ended, money that came in, what concerns everybody's safety, and a login of their own
 * from somewhere new.
 */
export const noticeKinds = ['decide', 'remind', 'outcome', 'deposit', 'safety', 'login'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const item = z.object({
  notice_id: z.int(),
  kind: z.enum(noticeKinds),
  /** Such as `order.paid`. */
  event: z.string(),
  /** One sentence in the language of the request. */
  text: z.string(),
  time: epochMs,
  read: bool01,
  /** What it is about, such as `order` and its number; number 0 for what has none. */
  object: z.object({ kind: z.string(), id: z.int() }),
  /** Of what is to be decided: which kind of item; 0 for all else. */
  item_type: z.int(),
});

/** A mail to the address that one logs in with, a web hook that takes what Slack's do, a chat of a Telegram bot, or a browser. */
export const channelTypes = ['mail', 'slack', 'telegram', 'push'] as const;
export type ChannelType = (typeof channelTypes)[number];

const minute = z.int().min(0).max(1_439);
/** What goes through a channel, and when. Times are minutes of the day in its zone. */
const choice = z.object({
  name: nameText(50, 1),
  kinds: z.array(z.enum(noticeKinds)).max(noticeKinds.length),
  /** Of these sub-wallets alone, and of what is of none; empty: of all. */
  wallets: z.array(subWalletId).max(200),
  /** With amounts and names; without, whoever reads it learns neither. */
  full: z.boolean(),
  language: z.enum(['en_US', 'zh_CN']),
  zone: z.string().regex(/^[A-Za-z0-9_+/-]{1,64}$/),
  /** All of a day at once, at this time; null: at once. */
  digest: minute.nullable(),
  /** Nothing but what concerns safety and logins is sent between these; null: always. */
  quiet: z.object({ from: minute, to: minute }).nullable(),
});
export type ChannelChoice = z.output<typeof choice>;

/** Where it leads; it is a secret and comes back in no answer. Empty for mail, and to leave it as it is. */
const target = z.object({
  url: z.string().max(2_000).default(''),
  token: z.string().max(100).default(''),
  chat: z.string().max(64).default(''),
  /** Of a browser, base64url, as its subscription has them. */
  keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(50) }).exactOptional(),
});
const channel = choice.extend({
  channel_id: z.int(),
  type: z.enum(channelTypes),
  /** Where it leads, as far as it is no secret: the address of a mail, the host of a hook or of a browser's push service. */
  hint: z.string(),
  /** Why the last attempt failed; '' when it did not. */
  last_error: z.string(),
  last_sent_at: epochMs.nullable(),
});
const channelId = ranged(1, Number.MAX_SAFE_INTEGER);

export const notice = {
  list: get('/api/mpc/notice/list', {
    summary: 'What the caller was told in this workspace, newest first',
    access: 'notice.use',
    input: z.object({ ...paged, unread: bool01.optional() }),
    output: page(item).extend({ unread: z.int() }),
  }),
  read: post('/api/mpc/notice/read', {
    summary: 'Everything that the caller was told up to this one is read',
    access: 'notice.use',
    input: z.object({ up_to: ranged(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
  channels: get('/api/mpc/notice/channels', {
    summary: 'How the caller is reached outside the console',
    access: 'notice.use',
    input: nothing,
    /** push_key: what a browser subscribes with, base64url. */
    output: z.object({ list: z.array(channel), mail: bool01, push_key: z.string() }),
  }),
  saveChannel: post('/api/mpc/notice/channel/save', {
    summary: 'A new channel, or another choice for one',
    access: 'notice.use',
    audit: 'notice.saveChannel',
    input: z.object({
      channel_id: channelId.optional(),
      channel_type: z.enum(channelTypes),
      target: jsonField(target, 4_000).optional(),
      choice: jsonField(choice, 10_000),
    }),
    output: z.object({ channel_id: z.int() }),
  }),
  removeChannel: post('/api/mpc/notice/channel/remove', {
    summary: 'Nothing is sent through it any more',
    access: 'notice.use',
    audit: 'notice.removeChannel',
    input: z.object({ channel_id: channelId }),
    output: nothing,
  }),
  tryChannel: post('/api/mpc/notice/channel/try', {
    summary: 'Sends a word through it now, and says how that went',
    access: 'notice.use',
    perMinute: 6,
    input: z.object({ channel_id: channelId }),
    output: z.object({ sent: bool01, error: z.string() }),
  }),
  mail: get('/api/mpc/notice/mail', {
    summary: 'Whether and as whom the server sends mail, and which members it did not reach',
    access: 'notice.manage',
    input: nothing,
    output: z.object({
      /** Without a mail server the rest is empty. */
      configured: bool01,
      from: z.string(),
      /** With its port. */
      host: z.string(),
      encrypted: z.boolean(),
      /** `sent_at`: when a mail last reached them. */
      failures: z.array(z.object({ name: z.string(), error: z.string(), sent_at: epochMs.nullable() })),
    }),
  }),
  tryMail: post('/api/mpc/notice/mail/try', {
    summary: 'Sends a mail to the address that the caller logs in with, and says how that went',
    access: 'notice.manage',
    perMinute: 6,
    input: nothing,
    output: z.object({ sent: bool01, error: z.string() }),
  }),
};
