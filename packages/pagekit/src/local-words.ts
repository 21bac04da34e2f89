import type { Language, Param, Params } from './language.ts';

/** What words fetched late need of a page: texts of theirs that follow its language. */
export interface Voice {
  language(): Language;
  say(key: 'passThrough', params: Params): Text;
}

/** Words of a part that is fetched late, together with it; they follow the language like all texts of the page. */
export const localWords =
  <K extends string>(tables: Readonly<Record<Language, Readonly<Record<K, string>>>>) =>
  (voice: Voice, word: K, params: Readonly<Record<string, Param>> = {}): Text =>
    voice.say('passThrough', {
      text: () =>
        tables[voice.language()][word].replace(/\{(\w+)\}/g, (_, name: string) => {
          const value = params[name] ?? '';
          return typeof value === 'function' ? value() : value;
        }),
    });
