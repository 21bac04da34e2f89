import type { Language, Params, Table } from './language.ts';

/** What words fetched late need of a page: texts of theirs that follow its language. */
export interface Voice {
  language(): Language;
  say(key: 'passThrough', params: Params): Text;
}

/** Words of a part by language, for whoever compares the languages. */
export type Words = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Words of a part that is fetched late, together with it; they follow the language like all texts of the page. `tables` are the words themselves. */
export function localWords<K extends string>(tables: Readonly<Record<Language, Table<K>>>) {
  const say = (voice: Voice, word: K, params: Params = {}): Text =>
    voice.say('passThrough', {
      text: () =>
        tables[voice.language()][word].replace(/\{(\w+)\}/g, (_, name: string) => {
          const value = params[name] ?? '';
          return typeof value === 'function' ? value() : value;
        }),
    });
  return Object.assign(say, { tables });
}
