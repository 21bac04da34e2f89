import type { Screen as AnyScreen } from '@holdfast/pagekit';
import { type Key, textsEn } from './texts.en.ts';
import { textsZh } from './texts.zh.ts';

export type { Key } from './texts.en.ts';
export type Screen = AnyScreen<Key>;
export const texts = { 'en-US': textsEn, 'zh-CN': textsZh } as const;
