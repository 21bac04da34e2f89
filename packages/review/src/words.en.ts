import { type ClauseWord, clauseWords } from './clauses/words.ts';
import { type SharedWord, sharedWordsEn } from './shared.en.ts';

export type RuleWord = SharedWord | ClauseWord;

/** The words of changes and rules, said once for the page and the terminal. */
export const ruleWordsEn: Readonly<Record<RuleWord, string>> = { ...sharedWordsEn, ...clauseWords('en') };

/** Fills the words of one language. */
export type Say = (key: RuleWord, params?: Readonly<Record<string, string>>) => string;

/** Fills the words of one language, a table of texts by their key. */
export const sayWith =
  (words: Readonly<Record<RuleWord, string>>): Say =>
  (key, params = {}) =>
    words[key].replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);

/** English, for where there is no other language. */
export const sayEn: Say = sayWith(ruleWordsEn);
