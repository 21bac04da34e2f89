/** Rules and changes of the rules in words, without what reads and checks a request: for screens that only tell of them. */
export { memberName } from './actors.ts';
export { type ChangeText, changeText, viewsOf } from './describe.ts';
export { policyChanges } from './policy-diff.ts';
export { namedSteps, ruleTold } from './rule-told.ts';
export { aloneText, looserText, secondText } from './second.ts';
export { flowText, type Naming, ruleText } from './sentence.ts';
export { type Say, sayEn, sayWith } from './words.en.ts';
export { ruleWordsZh } from './words.zh.ts';
