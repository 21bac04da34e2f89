export { AbiError, decodeArguments, encodeArguments, type Value } from './abi/codec.ts';
export { type AbiType, type Method, methodOf, type Parameter, typeText } from './abi/method.ts';
export {
  type AddressClaim,
  AddressNotProven,
  addressDigest,
  addressesIn,
  createAddressGuard,
  isAttested,
  missingSigners,
  type Pins,
  type ProvenAddress,
} from './address-proof.ts';
export { needsOnly, payersAlone, payersNeeds, paysAlone, walletsNamed } from './alone.ts';
export {
  type Approval,
  type ApprovalFault,
  approvalDigest,
  checkApproval,
  type Decision,
  type Statement,
  type Verdict,
  verifyApproval,
  verifyProof,
} from './approval.ts';
export { attempted, droppedBy, isAttempt, pricedAssets } from './attempt.ts';
export {
  type Backtest,
  compare,
  type Difference,
  type Kind,
  kindOf,
  kinds,
  type PastPayment,
  replay,
  type Tally,
  unitsOfPayment,
  worthOfPayment,
} from './backtest.ts';
export { fromBase64Url, toBase64Url } from './base64url.ts';
export {
  batchCallOf,
  batchOf,
  hasSteps,
  isBatch,
  isRow,
  isSplit,
  isStep,
  partsOf,
  rowIntent,
  rowsOf,
} from './batch.ts';
export {
  applyBookChange,
  type Book,
  type BookChange,
  type BookEntry,
  type BookProblem,
  type BookToken,
  bookHash,
  bookTokenKey,
  bookVersionFor,
  emptyBook,
  entryHash,
  type ListedEntry,
  parseBookChange,
} from './book.ts';
export { type Bound, boundsFor } from './bounds.ts';
export { type Agreed, type ReadCall, type Reading, readCall, standardMethods } from './call/read.ts';
export type { Leaving, Swap } from './call/standards/standard.ts';
export { callText, dataOf, type Inflow, inflowOf, type Outflow, outflowsOf } from './call/statement.ts';
export type { Trade } from './call/trade.ts';
export {
  bodyHash,
  bodyOf,
  type Canonical,
  canonicalBytes,
  canonicalText,
  domainDigest,
  PolicyError,
  type PolicyFault,
  parseCanonical,
} from './canonical.ts';
export { checkGenesis, checkPolicy, checkPolicyChange, kindAbout, type PolicyProblem } from './change.ts';
export { type AskedArgument, askable } from './conditions/args.ts';
export { allowances } from './conditions/calls.ts';
export {
  type ConditionName,
  conditionNames,
  conditionOf,
  conditions,
  placesOf,
  type RuleCondition,
  unconditional,
} from './conditions/index.ts';
export { type Delivery, type DeliveryStatement, isDeliverySigned, parseDelivery, signDelivery } from './delivery.ts';
export {
  codeHash,
  type Deployment,
  deploymentIn,
  deployText,
  initCodeOf,
  inputsOf,
  type NamedCode,
  splitInitCode,
} from './deployment.ts';
export {
  anyBasicStrategy,
  anyWorkspaceRule,
  type BasicStrategy,
  type Credential,
  type DeviceCredential,
  deviceCredentialId,
  draftPolicy,
  inLowestVersion,
  type KeygenRequest,
  type Member,
  type PasskeyCredential,
  type PolicyDocument,
  parseKeygenRequest,
  parsePolicy,
  policyHash,
  policyText,
  type Role,
  type SignerInfo,
  type WorkspaceOp,
  type WorkspaceRule,
  workspaceOps,
  writtenPolicy,
} from './document.ts';
export { type Evaluation, evaluate, type FlowProblem, type NodeState } from './evaluate.ts';
export { type KeyExportRequest, parseKeyExportRequest } from './export.ts';
export { type Facts, nothingKnown } from './facts.ts';
export { credentialFingerprint } from './fingerprint.ts';
export {
  beginsDifferent,
  isReachable,
  mayInitiate,
  mayObject,
  openNodes,
  voicesOf,
} from './flow.ts';
export {
  checkFreeze,
  type Freeze,
  type FreezeFault,
  type FreezeStatement,
  freezeDigest,
  freezeTiming,
  verifyFreeze,
} from './freeze.ts';
export {
  type BookInForce,
  type BookRules,
  bookInForce,
  type GraceRules,
  graceAfter,
  listedUntil,
  longerUntil,
  loosensAfter,
  payableFrom,
} from './grace-rules.ts';
export {
  type AssetRef,
  checkIntent,
  disperseCallOf,
  dispersedBy,
  givesAllowance,
  type Intent,
  intentBytesOf,
  intentDigest,
  intentDigestHex,
  intentText,
  isCall,
  isChild,
  isDeploy,
  isDisperse,
  isDrop,
  isInscription,
  isMessage,
  liftsFreeze,
  makesKeyWhole,
  movesCoins,
  movesNothing,
  movesStake,
  noAsset,
  type Output,
  type PolicyRef,
  parseIntent,
  paysOutputs,
  paysRows,
  writeIntent,
} from './intent.ts';
export {
  type CallFault,
  faultOf,
  isEndlessCall,
  isTrade,
  leavingOf,
  readingOf,
  statedTrade,
  tradeOf,
} from './intent-call.ts';
export { messageFaultOf, messageIn } from './intent-message.ts';
export { nftsOf } from './intent-nfts.ts';
export { besideOf, feeOf, subjectOf, unitsOf } from './intent-subject.ts';
export { isEndless, isRevocation } from './kinds/allowance.ts';
export { stepOf, stepsOfBrc20 } from './kinds/brc20.ts';
export { parentOf } from './kinds/child.ts';
export { wholeKeyRequest } from './kinds/export.ts';
export {
  type AttachmentName,
  type Attachments,
  type AttemptKind,
  attachedText,
  attachmentName,
  attachmentNames,
  type ChainKind,
  type DocumentedKind,
  type IntentKind,
  intentKinds,
  kindRecords,
  readAttached,
  type StakeKind,
} from './kinds/index.ts';
export { inscriptionOf } from './kinds/inscription.ts';
export type { Attached, KindRecord } from './kinds/kind.ts';
export { unfreezeRequest } from './kinds/policy.ts';
export { limits as policyLimits } from './limits.ts';
export { isListedAt, memoEntry, methodsAt } from './listed.ts';
export type { Known } from './match.ts';
export { type MessageFault, type ReadMessage, readMessage } from './message/read.ts';
export type { MessageDeed } from './message/shapes.ts';
export { textMessage, typedMessage } from './message/statement.ts';
export {
  parseTypedData,
  readTypedData,
  type Struct,
  type TypedData,
  type TypedValue,
  typedText,
} from './message/typed.ts';
export { type Field, fieldType, MessageError } from './message/types.ts';
export { newRules } from './new-rules.ts';
export { nftKey } from './nfts.ts';
export type { ApprovalNode, Flow } from './node.ts';
export { pageOf, pageOfSigner, pagesOfMember, takesTwo } from './pages.ts';
export {
  factsOfPayment,
  intentOfPayment,
  type Outcome,
  outcomeOf,
  type Payment,
  type PaymentFee,
  type PaymentOutput,
  underOf,
} from './payment.ts';
export {
  checkQuotes,
  highestOf,
  isAbove,
  nearQuoteMs,
  type Prices,
  pricesAsked,
  pricesFrom,
  type Quote,
  quoteToleranceMs,
  type SignedQuote,
  signQuote,
} from './prices.ts';
export type { Proof } from './proof.ts';
export { lacksOwner } from './protection.ts';
export { remarkHash } from './remark.ts';
export { isRemark } from './remark-text.ts';
export { basicFor, canDecide, inheritedOps, isSolo, mayFreeze, roleIn } from './roles.ts';
export { type Room, roomFor, roomOnSubject } from './room.ts';
export { type AssetKey, assetKey, type WindowQuery, type WindowSum } from './rule-facts.ts';
export type { RuleType } from './rule-type.ts';
export {
  type CaseResult,
  parseRulesFile,
  type RuleCase,
  type RulesFile,
  ruleCase,
  rulesFileText,
  rulesOfFile,
  runCase,
  verdictOn,
} from './rules-file.ts';
export { type Rule, type Ruling, rulingOn, rulingOnSubject, unknownValue } from './ruling.ts';
export { type SaidPages, withPages } from './said-pages.ts';
export { anySeniorRule, type SeniorRule } from './senior.ts';
export { type SimulatedTransaction, simulate } from './simulated.ts';
export { createSpendings, type Spending, type Spendings, spentFrom } from './spendings.ts';
export type { Call, Message, Payee, Subject } from './subject.ts';
export { tickContract, tickDecimals, tickIn, tickOf, tickSymbol, transferText } from './tick.ts';
export { isTightening, staysAsStrict, touchedOps } from './tighten.ts';
export { toldNodes } from './told-nodes.ts';
export { centsOf, higherPrice, isPrice, nearestCents } from './value.ts';
export { digestWords } from './words.ts';
