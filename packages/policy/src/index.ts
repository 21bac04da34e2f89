export {
  type Approval,
  type ApprovalFault,
  approvalDigest,
  checkApproval,
  type Decision,
  type Proof,
  type Statement,
  type Verdict,
  verifyApproval,
  verifyProof,
} from './approval.ts';
export { fromBase64Url, toBase64Url } from './base64url.ts';
export {
  bodyHash,
  type Canonical,
  canonicalBytes,
  canonicalText,
  domainDigest,
  PolicyError,
  type PolicyFault,
  parseCanonical,
} from './canonical.ts';
export { checkGenesis, checkPolicy, checkPolicyChange, type PolicyProblem } from './change.ts';
export {
  type ApprovalNode,
  type BasicStrategy,
  type Credential,
  type DeviceCredential,
  deviceCredentialId,
  type KeygenRequest,
  type Member,
  type PasskeyCredential,
  type PolicyDocument,
  parseKeygenRequest,
  parsePolicy,
  policyHash,
  policyText,
  type SignerInfo,
} from './document.ts';
export { type Evaluation, evaluate, type FlowProblem, type NodeState } from './evaluate.ts';
export { isSolo, mayInitiate, strategyFor } from './flow.ts';
export {
  type AssetRef,
  checkIntent,
  type Intent,
  type IntentKind,
  intentDigest,
  intentDigestHex,
  intentText,
  liftsFreeze,
  noAsset,
  type Output,
  type PolicyRef,
  parseIntent,
} from './intent.ts';
export { limits as policyLimits } from './limits.ts';
export { remarkHash } from './remark.ts';
export { digestWords } from './words.ts';
