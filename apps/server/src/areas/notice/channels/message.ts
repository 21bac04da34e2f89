import type { ChannelChoice, Language } from '@holdfast/contract';
import type { Facts } from '../telling.ts';
import { sentenceOf } from '../texts.ts';

/** What is sent: nothing in it acts, and its only link leads to the console, where one has to log in. */
export interface Message {
  /** The same for the same content, however often it is sent. */
  readonly id: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly url: string;
}
export interface Noted {
  readonly id: number;
  readonly kind: string;
  readonly event: string;
  readonly object: string;
  readonly facts: Facts;
}

const subjects: Readonly<Record<Language, (count: number) => string>> = {
  en_US: (count) => `Holdfast: ${count} notices`,
  zh_CN: (count) => `Holdfast：${count} 条通知`,
};
export const tryLines: Readonly<Record<Language, string>> = {
  en_US: 'This is how notices of Holdfast reach you.',
  zh_CN: 'Holdfast 的通知将这样发送给您。',
};

const pathOf = (noted: readonly Noted[]): string => {
  const [only, ...more] = noted;
  if (!only || more.length > 0 || (only.kind !== 'decide' && only.kind !== 'remind')) return '/mpc/wallet?d=notices';
  const number = only.object.slice(only.object.indexOf(':') + 1);
  return `/mpc/center/todo?item=${only.object.startsWith('order:') ? '' : 'p'}${number}`;
};

/** One message of all of these, oldest first; there is at least one. */
export function messageOf(
  channel: number,
  noted: readonly Noted[],
  { language, full }: Pick<ChannelChoice, 'language' | 'full'>,
  origin: string,
): Message {
  const lines = noted.map((one) => sentenceOf(one, language, full));
  const [first = ''] = lines;
  return {
    id: `${channel}-${noted[0]?.id ?? 0}-${noted.at(-1)?.id ?? 0}`,
    subject: noted.length === 1 ? `Holdfast: ${first}` : subjects[language](noted.length),
    lines,
    url: `${origin}${pathOf(noted)}`,
  };
}
