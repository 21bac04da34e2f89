import type { BlockList } from 'node:net';
import type { ChannelType } from '@holdfast/contract';
import type { Clock } from '../../../clock.ts';
import type { Mailer } from '../../../outgoing/mail.ts';
import { type Outgoing, postOutside } from '../../../outgoing/post.ts';
import { areBrowserKeys, type BrowserKeys, type PushKey, postPush, pushContentMax } from '../../../outgoing/push.ts';
import { refuse } from '../../../refuse.ts';
import { type Message, waysOf } from './message.ts';

export interface SendDeps {
  /** Private addresses that the operator has named. */
  readonly allowed: BlockList;
  /** Undefined: the operator has configured none. */
  readonly mailer: Mailer | undefined;
  readonly telegramUrl: string;
  readonly pushKey: PushKey;
  /** Of the console. */
  readonly origin: string;
  readonly clock: Clock;
}
/** Where a channel leads, as it is sealed in the database. */
export interface Target {
  readonly url: string;
  readonly token: string;
  readonly chat: string;
  /** Of a browser. */
  readonly keys?: BrowserKeys;
}

/** Nothing will ever arrive there again. */
export class ChannelGone extends Error {}

/** A kind of channel: what it needs to know, what may be shown of that, and how it sends. */
interface ChannelKind {
  /** @throws invalidParameters for a target that cannot be one */
  hintOf(target: Target, email: string): string;
  /** @throws where it did not arrive, or may not have */
  send(deps: SendDeps, target: Target, message: Message): Promise<void>;
}

const json = (value: object): Outgoing => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

async function post(url: string, value: object, allowed: BlockList): Promise<void> {
  const status = await postOutside(url, json(value), allowed);
  if (status < 200 || status > 299) throw new Error(`answered ${status}`);
}

const hostOf = (url: string): string => {
  const host = URL.parse(url)?.host;
  if (!host) throw refuse('invalidParameters', { field: 'target' });
  return host;
};
const textOf = (message: Message): string => [...message.lines, ...waysOf(message)].join('\n');
/** What Slack reads as mark-up is written as what it shows (its documentation names these three). */
const slackText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const mail: ChannelKind = {
  hintOf: (_target, email) => email,
  async send({ mailer }, { chat: to }, message) {
    if (!mailer) throw new Error('no mail server is configured');
    await mailer({
      to,
      id: message.id,
      subject: message.subject,
      text: `${message.lines.join('\n')}\n\n${waysOf(message).join('\n')}\n`,
    });
  },
};
const slack: ChannelKind = {
  hintOf: ({ url }) => hostOf(url),
  send: ({ allowed }, { url }, message) => post(url, { text: slackText(textOf(message)), mrkdwn: false }, allowed),
};
const telegram: ChannelKind = {
  hintOf({ token, chat }) {
    if (!/^\d{1,20}:[A-Za-z0-9_-]{20,80}$/.test(token) || !/^(-?\d{1,20}|@\w{1,40})$/.test(chat))
      throw refuse('invalidParameters', { field: 'target' });
    return chat;
  },
  send: ({ allowed, telegramUrl }, { token, chat }, message) =>
    post(
      `${telegramUrl}/bot${token}/sendMessage`,
      { chat_id: chat, text: textOf(message), link_preview_options: { is_disabled: true } },
      allowed,
    ),
};

/** What a notice of a browser shows: the rest is in the bell. */
const [linesShown, lineCharacters] = [4, 160];
const cut = (line: string): string => (line.length > lineCharacters ? `${line.slice(0, lineCharacters - 1)}…` : line);
/** Pushing a browser that has taken back its permission, or forgotten it (RFC 8030, section 7.3). */
const gone: readonly number[] = [404, 410];

const push: ChannelKind = {
  hintOf({ url, keys }) {
    if (!keys || !areBrowserKeys(keys)) throw refuse('invalidParameters', { field: 'target' });
    return hostOf(url);
  },
  async send({ allowed, pushKey, origin, clock }, { url, keys }, { id, lines, url: place, page }) {
    if (!keys) throw new Error('no keys of a browser');
    const shown = lines.slice(0, linesShown).map(cut);
    const more = lines.length > linesShown ? [`… +${lines.length - linesShown}`] : [];
    const body = [...shown, ...more].join('\n').toWellFormed();
    const content = Buffer.from(JSON.stringify({ title: 'Holdfast', body, tag: id, url: page ?? place }));
    if (content.length > pushContentMax) throw new Error('too long for a browser');
    const status = await postPush(pushKey, { url, keys, content, subject: origin, now: clock() }, allowed);
    if (gone.includes(status)) throw new ChannelGone(`answered ${status}`);
    if (status < 200 || status > 299) throw new Error(`answered ${status}`);
  },
};

export const channelKinds: Readonly<Record<ChannelType, ChannelKind>> = { mail, slack, telegram, push };
