import type { ChannelChoice, Language } from '@holdfast/contract';
import type { Facts } from '../telling.ts';
import { sentenceOf, toldOf } from '../texts.ts';

/** What is sent: nothing in it acts, and its links lead to where one has to log in or to sign. */
export interface Message {
  /** The same for the same content, however often it is sent. */
  readonly id: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** In the console. */
  readonly url: string;
  /** The signer's page, where it is about one thing that waits for its reader. */
  readonly page: string | undefined;
  readonly language: Language;
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

const ways: Readonly<Record<Language, { readonly sign: string; readonly look: string }>> = {
  en_US: { sign: 'Review and sign:', look: 'In the console:' },
  zh_CN: { sign: '核对并签名：', look: '在控制台查看：' },
};
/** Where it leads, for who reads plain text: whoever is to decide, to the page where they sign first. */
export const waysOf = ({ url, page, language }: Message): readonly string[] =>
  page === undefined ? [url] : [`${ways[language].sign} ${page}`, `${ways[language].look} ${url}`];

/** The one thing that it asks for, if that is all that it says. */
function askedIn([only, ...more]: readonly Noted[]): Noted | undefined {
  return more.length === 0 && (only?.kind === 'decide' || only?.kind === 'remind') ? only : undefined;
}
const pathOf = (noted: readonly Noted[]): string => {
  const only = askedIn(noted);
  if (!only) return '/mpc/wallet?d=notices';
  const number = only.object.slice(only.object.indexOf(':') + 1);
  return `/mpc/center/todo?item=${only.object.startsWith('order:') ? '' : 'p'}${number}`;
};

const pageOf = (noted: readonly Noted[], language: Language): string | undefined => {
  const url = askedIn(noted)?.facts.url;
  return url?.includes('?') ? `${url}&lang=${language.replace('_', '-')}` : url;
};

/** One message of all of these, oldest first; there is at least one. */
export function messageOf(
  channel: number,
  noted: readonly Noted[],
  { language, full }: Pick<ChannelChoice, 'language' | 'full'>,
  origin: string,
): Message {
  const lines = noted.map((one) => toldOf(one, language, full));
  const [only] = noted;
  return {
    id: `${channel}-${noted[0]?.id ?? 0}-${noted.at(-1)?.id ?? 0}`,
    subject:
      only && noted.length === 1 ? `Holdfast: ${sentenceOf(only, language, full)}` : subjects[language](noted.length),
    lines,
    url: `${origin}${pathOf(noted)}`,
    page: pageOf(noted, language),
    language,
  };
}
