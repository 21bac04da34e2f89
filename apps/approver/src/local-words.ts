import type { Param } from '@holdfast/pagekit';
import type { Screen } from './texts.ts';

/** Words of a part that is fetched late, together with it; they follow the language like all texts of the page. */
export const localWords =
  <K extends string>(tables: Readonly<Record<'en-US' | 'zh-CN', Readonly<Record<K, string>>>>) =>
  (screen: Screen, word: K, params: Readonly<Record<string, Param>> = {}): Text =>
    screen.say('passThrough', {
      text: () =>
        tables[screen.language()][word].replace(/\{(\w+)\}/g, (_, name: string) => {
          const value = params[name] ?? '';
          return typeof value === 'function' ? value() : value;
        }),
    });
