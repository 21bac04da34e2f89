import { clauses } from './index.ts';

type Clauses = typeof clauses;
export type ClauseWord = { [N in keyof Clauses]: keyof Clauses[N]['words']['en'] }[keyof Clauses];

/** The words of every clause, which `clause` holds to the same keys in both languages. */
export const clauseWords = (language: 'en' | 'zh') =>
  Object.fromEntries(Object.values(clauses).flatMap(({ words }) => Object.entries(words[language]))) as Readonly<
    Record<ClauseWord, string>
  >;
