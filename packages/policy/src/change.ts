import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { canonicalText } from './canonical.ts';
import {
  type BasicStrategy,
  type Credential,
  deviceCredentialId,
  type PolicyDocument,
  policyHash,
} from './document.ts';
import { canDecide, mayInitiate, nodesFor, satisfiable } from './flow.ts';

/** Why a policy document, or the step to it, is not sound. */
export type PolicyProblem =
  | 'wrongVersion'
  | 'wrongPrevious'
  | 'otherDeployment'
  | 'otherPolicy'
  | 'signersChanged'
  | 'duplicateSigner'
  | 'noOwner'
  | 'duplicateMember'
  | 'duplicateCredential'
  | 'unusableCredential'
  | 'credentialIdOfAnotherKey'
  | 'noDefaultStrategy'
  | 'duplicateStrategy'
  | 'unknownApprover'
  | 'nodeNotSatisfiable';

const hasDuplicates = (values: readonly string[]): boolean => new Set(values).size !== values.length;

/** WebAuthn answers only where the origin's host is the RP id or below it. */
function isBelow(origin: string, rpId: string): boolean {
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  return host === rpId || host.endsWith(`.${rpId}`);
}

/** Can signatures by this credential ever verify, and only for who holds its secret? A small-order Ed25519 key verifies for everybody. */
function isUsable(credential: Credential): boolean {
  try {
    if (credential.type === 'device') return !ed25519.Point.fromHex(credential.publicKey).isSmallOrder();
    p256.Point.fromHex(credential.publicKey).assertValidity();
    return credential.origins.every((origin) => isBelow(origin, credential.rpId));
  } catch {
    return false;
  }
}

/** A passkey's id is the authenticator's choice; a device key's is the key's own name. */
const namesItsKey = (credential: Credential): boolean =>
  credential.type === 'passkey' || credential.id === deviceCredentialId(credential.publicKey);

/** The same key written in two ways is one key: a P-256 point and its negation, compressed or not, share their x. */
const keyOf = (credential: Credential): string =>
  credential.type === 'device' ? credential.publicKey : `p256:${credential.publicKey.slice(2, 66)}`;

function credentialProblems(doc: PolicyDocument): PolicyProblem[] {
  const credentials = doc.members.flatMap((member) => member.credentials);
  const twice = hasDuplicates(credentials.map((c) => c.id)) || hasDuplicates(credentials.map(keyOf));
  return [
    ...(twice ? (['duplicateCredential'] as const) : []),
    ...(credentials.every(isUsable) ? [] : (['unusableCredential'] as const)),
    ...(credentials.every(namesItsKey) ? [] : (['credentialIdOfAnotherKey'] as const)),
  ];
}

/** A flow is sound when all approvers are members and somebody who may start it finds enough approvers at every node. */
function strategyProblems(strategy: BasicStrategy, doc: PolicyDocument): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const members = new Set(doc.members.map((member) => member.id));
  for (const { approvers } of strategy.nodes)
    if (hasDuplicates(approvers) || approvers.some((id) => !members.has(id))) problems.push('unknownApprover');
  // The default flow also governs changes of the policy itself: if nobody could satisfy it, nothing could ever be mended.
  const kind = strategy.wallet === '*' ? 'policy' : 'transfer';
  const initiators = doc.members.filter((member) => mayInitiate(member, kind));
  if (!initiators.some((member) => satisfiable(nodesFor(doc, strategy, member.id))))
    problems.push('nodeNotSatisfiable');
  return problems;
}

/** What is unsound in a document by itself; nothing means that every flow in it can be satisfied by active members. */
export function checkPolicy(doc: PolicyDocument): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  if (hasDuplicates(doc.members.map((member) => member.id))) problems.push('duplicateMember');
  problems.push(...credentialProblems(doc));
  if (!doc.members.some((member) => member.role === 'owner' && canDecide(member))) problems.push('noOwner');
  const wallets = doc.strategies.map((strategy) => strategy.wallet);
  if (!wallets.includes('*')) problems.push('noDefaultStrategy');
  if (hasDuplicates(wallets)) problems.push('duplicateStrategy');
  const signerNames = [
    doc.signers.map((s) => s.id),
    doc.signers.map((s) => s.identity),
    doc.signers.map((s) => s.channel),
  ];
  if (signerNames.some(hasDuplicates)) problems.push('duplicateSigner');
  for (const strategy of doc.strategies) problems.push(...strategyProblems(strategy, doc));
  return [...new Set(problems)];
}

/** The first document of an installation. */
export function checkGenesis(doc: PolicyDocument): PolicyProblem[] {
  const first: PolicyProblem[] = [];
  if (doc.version !== '1') first.push('wrongVersion');
  if (doc.prev !== '') first.push('wrongPrevious');
  return [...first, ...checkPolicy(doc)];
}

/** A step from the document in force to the next: hash-chained, version by version, the same installation and signers. */
export function checkPolicyChange(current: PolicyDocument, next: PolicyDocument): PolicyProblem[] {
  const step: PolicyProblem[] = [];
  if (BigInt(next.version) !== BigInt(current.version) + 1n) step.push('wrongVersion');
  if (next.prev !== policyHash(current)) step.push('wrongPrevious');
  if (next.deployment !== current.deployment) step.push('otherDeployment');
  if (next.id !== current.id) step.push('otherPolicy');
  if (canonicalText(next.signers) !== canonicalText(current.signers)) step.push('signersChanged');
  return [...step, ...checkPolicy(next)];
}
