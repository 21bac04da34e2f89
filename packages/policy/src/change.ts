import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { canonicalText } from './canonical.ts';
import { conditionProblems } from './conditions/index.ts';
import {
  type BasicStrategy,
  type Credential,
  deviceCredentialId,
  type Member,
  type PolicyDocument,
  policyHash,
  type Role,
  type WorkspaceOp,
} from './document.ts';
import { gainingKeys, isReachable, newHolders, type Voices, voicesOf } from './flow.ts';
import type { IntentKind } from './kinds/index.ts';
import type { Flow } from './node.ts';
import { canDecide, canSign } from './roles.ts';
import type { SeniorRule } from './senior.ts';

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
  | 'unknownInitiator'
  | 'nodeOrder'
  | 'notKeyHolder'
  | 'keyHolderTooEarly'
  | 'memberReturns'
  | 'badCondition'
  | 'badWalletRole'
  | 'nodeNotSatisfiable'
  | 'pagesNotReachable';

const roles: readonly Role[] = ['owner', 'admin', 'operator', 'approver', 'viewer', 'api'];

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

/** A document as its flows are judged by it: members and who may do what, each found once. */
interface Judged {
  readonly doc: PolicyDocument;
  readonly members: ReadonlyMap<string, Member>;
  /** `member:ID` and `role:ROLE` of who may be named as asking. */
  readonly askers: ReadonlySet<string>;
  readonly voices: Voices;
}

const judged = (doc: PolicyDocument): Judged => ({
  doc,
  members: new Map(doc.members.map((member) => [member.id, member])),
  askers: new Set([...roles.map((role) => `role:${role}`), ...doc.members.map(({ id }) => `member:${id}`)]),
  voices: voicesOf(doc),
});

/** Nodes that approve, then the one that releases, by members who are there and hold what it takes. */
function nodeProblems({ nodes }: Flow, { members }: Judged): PolicyProblem[] {
  const known = nodes.every(({ approvers }) => !hasDuplicates(approvers) && approvers.every((id) => members.has(id)));
  const shape = nodes.every(({ kind }, i) => (kind === 'sign') === (i === nodes.length - 1));
  const holders = nodes.every(
    ({ kind, approvers }) => kind === 'approve' || approvers.every((id) => members.get(id)?.keyHolder !== 'no'),
  );
  return [
    ...(known ? [] : (['unknownApprover'] as const)),
    ...(shape ? [] : (['nodeOrder'] as const)),
    ...(holders ? [] : (['notKeyHolder'] as const)),
  ];
}

/** Enough people there may be, and all of them with passkeys of one signer's page only. */
function reachProblems(flow: Flow, { voices }: Judged, kind: IntentKind, wallet: string): PolicyProblem[] {
  if (isReachable(voices, flow, kind, wallet)) return [];
  const { pages: _, ...rest } = flow;
  return [isReachable(voices, rest, kind, wallet) ? 'pagesNotReachable' : 'nodeNotSatisfiable'];
}

/** A flow is sound when somebody who may start it finds enough approvers at every node, and pages for them where different ones are asked for. */
const flowProblems = (flow: Flow, at: Judged, kind: IntentKind, wallet: string): PolicyProblem[] => [
  ...nodeProblems(flow, at),
  ...reachProblems(flow, at, kind, wallet),
];

/** Sub-wallets where members are something else than elsewhere, and the default strategy stands. */
function ownRolesOnly({ members, strategies }: PolicyDocument): string[] {
  const own = new Set(strategies.map(({ wallet }) => wallet));
  const named = members.flatMap(({ wallets }) => wallets.map(({ wallet }) => wallet));
  return [...new Set(named)].filter((wallet) => !own.has(wallet));
}

/** The default flow also governs changes of the policy itself: if nobody could satisfy it, nothing could ever be mended. */
function basicProblems(strategy: BasicStrategy, at: Judged): PolicyProblem[] {
  if (strategy.wallet !== '*') return flowProblems(strategy, at, 'transfer', strategy.wallet);
  return [
    ...flowProblems(strategy, at, 'policy', ''),
    ...flowProblems(strategy, at, 'transfer', ''),
    ...ownRolesOnly(at.doc).flatMap((wallet) => reachProblems(strategy, at, 'transfer', wallet)),
  ];
}

function ruleProblems(rule: SeniorRule, at: Judged): PolicyProblem[] {
  const [wallet = ''] = rule.when.wallets;
  const isFlow = rule.action === 'flow';
  return [
    ...conditionProblems(rule, at.askers),
    ...(isFlow === rule.nodes.length > 0 && (isFlow || !rule.pages) ? [] : (['nodeOrder'] as const)),
    ...(isFlow && rule.enabled === 'on' ? flowProblems(rule, at, 'transfer', wallet) : nodeProblems(rule, at)),
  ];
}

function memberProblems(doc: PolicyDocument): PolicyProblem[] {
  const { members } = doc;
  const free = members.every(({ role, wallets }) => {
    if (role === 'api') return wallets.every((own) => own.role === 'viewer');
    return (role !== 'owner' && role !== 'admin') || wallets.length === 0;
  });
  const once = members.every(({ wallets }) => !hasDuplicates(wallets.map(({ wallet }) => wallet)));
  return [
    ...(hasDuplicates(members.map(({ id }) => id)) ? (['duplicateMember'] as const) : []),
    ...(free && once ? [] : (['badWalletRole'] as const)),
    ...credentialProblems(doc),
    ...(members.some((member) => member.role === 'owner' && canDecide(member)) ? [] : (['noOwner'] as const)),
  ];
}

function namingProblems(doc: PolicyDocument): PolicyProblem[] {
  const { signers, senior, workspace } = doc;
  const wallets = doc.strategies.map(({ wallet }) => wallet);
  const signerNames = [signers.map((s) => s.id), signers.map((s) => s.identity), signers.map((s) => s.channel)];
  const twice = [wallets, senior.map(({ id }) => id), workspace.map(({ op }) => op)].some(hasDuplicates);
  return [
    ...(wallets.includes('*') ? [] : (['noDefaultStrategy'] as const)),
    ...(twice ? (['duplicateStrategy'] as const) : []),
    ...(signerNames.some(hasDuplicates) ? (['duplicateSigner'] as const) : []),
  ];
}

/** An intent that goes by the rule: somebody has to be able to ask for it. */
export const kindAbout: Readonly<Record<WorkspaceOp, IntentKind>> = {
  members: 'policy',
  strategies: 'policy',
  addressBook: 'book',
  keys: 'policy',
  keyMaterial: 'export',
  api: 'policy',
};

/** What is unsound in a document by itself; nothing means that every flow in it can be satisfied by active members. */
export function checkPolicy(doc: PolicyDocument): PolicyProblem[] {
  const at = judged(doc);
  const problems = [
    ...memberProblems(doc),
    ...namingProblems(doc),
    ...doc.strategies.flatMap((strategy) => basicProblems(strategy, at)),
    ...doc.senior.flatMap((rule) => ruleProblems(rule, at)),
    ...doc.workspace.flatMap((rule) => flowProblems(rule, at, kindAbout[rule.op], '')),
  ];
  return [...new Set(problems)];
}

/** The first document of an installation. */
export function checkGenesis(doc: PolicyDocument): PolicyProblem[] {
  const first: PolicyProblem[] = [];
  if (doc.version !== '1') first.push('wrongVersion');
  if (doc.prev !== '') first.push('wrongPrevious');
  return [...first, ...checkPolicy(doc)];
}

/** An API client that was switched off comes back as exactly what it was, with the key it had: it decides nothing, and nothing new is given to it. */
const comesBackAsItWas = (before: Member, after: Member): boolean =>
  before.role === 'api' &&
  before.keyHolder === 'no' &&
  canonicalText({ ...before, status: 'active' }) === canonicalText(after);

/**
 * Would somebody sign again who cannot now? Who was taken out, or has no credential, could not accept the new one, so it might be anybody's; with the
 * id would come the places in flows and the key of equal rights. They come back as a new member.
 */
function memberReturns(current: PolicyDocument, next: PolicyDocument): boolean {
  const returns = (after: Member): boolean => {
    const before = current.members.find(({ id, status }) => id === after.id && status === 'removed');
    return before !== undefined && after.status === 'active' && !comesBackAsItWas(before, after);
  };
  return next.members.some(returns) || gainingKeys(current, next).some((before) => !canSign(before));
}

/** A step from the document in force to the next: hash-chained, version by version, the same installation and signers. */
export function checkPolicyChange(current: PolicyDocument, next: PolicyDocument): PolicyProblem[] {
  const step: PolicyProblem[] = [];
  if (BigInt(next.version) !== BigInt(current.version) + 1n) step.push('wrongVersion');
  if (next.prev !== policyHash(current)) step.push('wrongPrevious');
  if (next.deployment !== current.deployment) step.push('otherDeployment');
  if (next.id !== current.id) step.push('otherPolicy');
  if (canonicalText(next.signers) !== canonicalText(current.signers)) step.push('signersChanged');
  // Who is not a member yet could not accept it.
  const known = new Set(current.members.map(({ id }) => id));
  if (newHolders(current, next).some((id) => !known.has(id))) step.push('keyHolderTooEarly');
  if (memberReturns(current, next)) step.push('memberReturns');
  return [...step, ...checkPolicy(next)];
}
