import type { Screen as AnyScreen } from '@holdfast/signer-ui';
import type { Key } from './texts.en.ts';

export type { Key } from './texts.en.ts';
export type Screen = AnyScreen<Key>;
/** A person reads one language: the other is fetched when it is chosen. */
export const texts = {
  'en-US': () => import('./texts.en.ts').then(({ textsEn }) => textsEn),
  'zh-CN': () => import('./texts.zh.ts').then(({ textsZh }) => textsZh),
} as const;
