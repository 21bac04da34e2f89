export { credentialFingerprint } from '@holdfast/policy';
export { type Actor, actorsOf, memberName, refusalsOf, type Standing, waits, whoRefused } from './actors.ts';
export { allowanceTold } from './allowance.ts';
export { callTitle, callTold, type ToldArgument, type ToldCall, type ToldCalls, valueTold } from './call.ts';
export { deployTold, type ToldDeployment } from './deploy.ts';
export { type ChangeText, changeText, viewsOf } from './describe.ts';
export { earlierText, earlierTold } from './earlier.ts';
export { keyGroupFingerprint, signerFingerprint } from './fingerprint.ts';
export {
  addressHead,
  amountText,
  blocksOf,
  honestText,
  type TimeLeft,
  timeLeft,
  timeText,
  totalUnits,
} from './format.ts';
export { policyHeadline } from './headline.ts';
export { loosened, loosenedWords } from './loosened.ts';
export {
  isHandover,
  messageTold,
  type ToldField,
  type ToldMessage,
} from './message.ts';
export {
  type Blocker,
  blockersOf,
  type Expected,
  isInForce,
  openReview,
  type Review,
  ReviewError,
  type ReviewFault,
} from './open.ts';
export { type PageStand, pageStand } from './page-stand.ts';
export { namesakesOf, type Payee, payeeOf } from './payee.ts';
export { applyChanges } from './policy-apply.ts';
export type { PolicyChange } from './policy-change.ts';
export { policyChanges } from './policy-diff.ts';
export { ruleTold } from './rule-told.ts';
export { aloneText, goneText, looserText, ownText, secondText } from './second.ts';
export { flowText, type Naming, ruleText } from './sentence.ts';
export { otherShares, type SharesFacts } from './shares.ts';
export { lockTime, stakeTold } from './stake.ts';
export { type TokenLike, tokenLikes } from './token.ts';
export { type RuleWord, ruleWordsEn, type Say, sayEn } from './words.en.ts';
