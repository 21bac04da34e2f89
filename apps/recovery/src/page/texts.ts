import type { Screen as AnyScreen } from '@holdfast/signer-ui';
import { type Key, textsEn } from './texts.en.ts';
import { textsZh } from './texts.zh.ts';

export type { Key } from './texts.en.ts';
export type Screen = AnyScreen<Key>;
/** Both at once: while a ceremony runs nothing is to be fetched for a change of the language. */
export const texts = {
  'en-US': () => Promise.resolve(textsEn),
  'zh-CN': () => Promise.resolve(textsZh),
} as const;
