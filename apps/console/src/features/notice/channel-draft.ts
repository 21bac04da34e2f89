import type { ChannelChoice, ChannelType, contract, Output } from '@holdfast/contract';

export type Channel = Output<typeof contract.notice.channels>['list'][number];

/** What the form of a channel holds; times as `09:00`. */
export interface ChannelDraft {
  readonly type: ChannelType;
  readonly url: string;
  readonly token: string;
  readonly chat: string;
  readonly name: string;
  readonly kinds: ChannelChoice['kinds'];
  readonly wallets: ChannelChoice['wallets'];
  readonly full: boolean;
  readonly daily: boolean;
  readonly dailyAt: string;
  readonly isQuiet: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
}

export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
export const minuteOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/** What a channel has now, or a new one begins with: everything but deposits, which may be many. */
export const draftOf = (channel: Channel | undefined, type: ChannelType): ChannelDraft => ({
  type: channel?.type ?? type,
  url: '',
  token: '',
  chat: '',
  name: channel?.name ?? '',
  kinds: channel?.kinds ?? ['decide', 'remind', 'outcome', 'safety', 'login'],
  wallets: channel?.wallets ?? [],
  full: channel?.full ?? false,
  daily: channel?.digest != null,
  dailyAt: timeText(channel?.digest ?? 9 * 60),
  isQuiet: channel?.quiet != null,
  quietFrom: timeText(channel?.quiet?.from ?? 22 * 60),
  quietTo: timeText(channel?.quiet?.to ?? 7 * 60),
});

type Reader = Pick<ChannelChoice, 'language' | 'zone'>;
export const choiceOf = (draft: ChannelDraft, { language, zone }: Reader): ChannelChoice => ({
  name: draft.name.trim(),
  kinds: draft.kinds,
  wallets: draft.wallets,
  full: draft.full,
  language,
  zone,
  digest: draft.daily ? minuteOf(draft.dailyAt) : null,
  quiet: draft.isQuiet ? { from: minuteOf(draft.quietFrom), to: minuteOf(draft.quietTo) } : null,
});

/** Is there all that a channel of its type needs? One that is changed keeps its target where none is given. */
export const isWhole = ({ type, url, token, chat, name, kinds }: ChannelDraft, isNew: boolean): boolean => {
  if (name.trim() === '' || kinds.length === 0) return false;
  if (!isNew || type === 'mail' || type === 'push') return true;
  return type === 'slack' ? url !== '' : token !== '' && chat !== '';
};
