import { clauseWords } from './clauses/words.ts';
import { sharedWordsZh } from './shared.zh.ts';
import type { RuleWord } from './words.en.ts';

export const ruleWordsZh: Readonly<Record<RuleWord, string>> = { ...sharedWordsZh, ...clauseWords('zh') };
