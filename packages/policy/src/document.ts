import { bytesToHex } from '@noble/hashes/utils.js';
import { type Canonical, canonicalText, domainDigest, PolicyError, parseCanonical } from './canonical.ts';
import { type PolicyVersion, policyVersions, versionFor } from './conditions/index.ts';
import { anyFlowRecord, canSayFlows, flowRecord, versionForFlows } from './flow-record.ts';
import { limits } from './limits.ts';
import { approvalNode, type Flow } from './node.ts';
import { byType, type Check, type Checked, list, oneOf, patterns, record, text } from './schema.ts';
import { anySeniorRule, type SeniorRule, seniorRule, writeSeniorRule } from './senior.ts';
import { asWritten, readVersion, type Version, writeVersion } from './versions.ts';

const passkey = {
  id: text(patterns.passkeyId),
  type: oneOf('passkey'),
  /** P-256 point, SEC1 hex. */
  publicKey: text(patterns.publicKeyP256),
  rpId: text(patterns.host),
  origins: list(text(patterns.origin), 1, 10),
};
const device = { id: text(patterns.id), type: oneOf('device'), publicKey: text(patterns.publicKey32) };
const credential = byType('type', ['passkey'], record(passkey), record(device));
/** The id of a device key follows from the key, so that no other key can be shown under it. */
export const deviceCredentialId = (publicKey: string): string => `dk-${publicKey.slice(0, 24)}`;

/** In one sub-wallet a member may be something else than in the workspace. */
const walletRole = { wallet: text(patterns.wallet), role: oneOf('operator', 'approver', 'viewer') };
const member = {
  id: text(patterns.id),
  name: text(patterns.name),
  /** In the workspace. `api`: an API client that may ask, never decide. */
  role: oneOf('owner', 'admin', 'operator', 'approver', 'viewer', 'api'),
  status: oneOf('active', 'removed'),
  /** Holds a key of equal rights: may stand in the last, releasing node of a flow. */
  keyHolder: oneOf('yes', 'no'),
  wallets: list(record(walletRole), 0, limits.walletRoles),
  credentials: list(credential, 0, limits.credentialsPerMember),
};
const basicStrategy = {
  /** '*' or a sub_wallet_id. */
  wallet: text(/^(\*|[1-9]\d{0,18})$/),
  signProtection: oneOf('on', 'off'),
  nodes: list(approvalNode, 1, limits.nodes),
};
export const anyBasicStrategy = anyFlowRecord(basicStrategy);
/** What rules of the workspace are about; `api` is about members that are API clients, `members` about the people. */
export const workspaceOps = ['members', 'strategies', 'addressBook', 'keys', 'keyMaterial', 'api'] as const;
/** Who decides about changes of the rules themselves and about key material, by what changes; what is not named goes by the default basic strategy. */
const workspaceRule = {
  op: oneOf(...workspaceOps),
  signProtection: oneOf('on', 'off'),
  nodes: list(approvalNode, 1, limits.nodes),
};
export const anyWorkspaceRule = anyFlowRecord(workspaceRule);
const addressBook = {
  /** `on`: payments go to our own addresses and active entries only. */
  mode: oneOf('on', 'off'),
  /** How long an approved entry waits before it can be paid to; at most 30 days. */
  coolingHours: text(patterns.hours),
};
const signer = {
  id: text(/^[1-9]\d?$/),
  name: text(patterns.name),
  identity: text(patterns.publicKey32),
  channel: text(patterns.publicKey32),
  origin: text(patterns.origin),
};
/** The flows of a document, as its version has them. */
interface Flows {
  readonly basic: Check<BasicStrategy>;
  readonly rule: Check<SeniorRule>;
  readonly workspace: Check<WorkspaceRule>;
}
const documentWith = (v: Check<PolicyVersion>, { basic, rule, workspace }: Flows) => ({
  v,
  domain: oneOf('holdfast/policy/v1'),
  deployment: text(patterns.hash),
  id: text(patterns.id),
  version: text(/^[1-9]\d{0,9}$/),
  /** Hash of the version before; '' in the first. */
  prev: text(patterns.hashOrEmpty),
  members: list(record(member), 1, limits.members),
  strategies: list(basic, 1, limits.strategies),
  /** In order: the first that matches decides. */
  senior: list(rule, 0, limits.strategies),
  workspace: list(workspace, 0, workspaceOps.length),
  book: record(addressBook),
  signers: list(record(signer), 2, 20),
});

/** In its newest meaning; `v` is the version it was written in. */
export type PolicyDocument = Checked<ReturnType<typeof documentWith>>;
export type Member = Checked<typeof member>;
export type Role = Member['role'];
export type PasskeyCredential = Checked<typeof passkey>;
export type DeviceCredential = Checked<typeof device>;
export type Credential = PasskeyCredential | DeviceCredential;
export type BasicStrategy = ReturnType<typeof anyBasicStrategy>;
export type WorkspaceRule = ReturnType<typeof anyWorkspaceRule>;
export type WorkspaceOp = WorkspaceRule['op'];
export type SignerInfo = Checked<typeof signer>;

const keygen = {
  v: oneOf('1'),
  domain: oneOf('holdfast/keygen/v1'),
  deployment: text(patterns.hash),
  ceremony: text(patterns.uuid),
  threshold: oneOf('2'),
  parties: list(oneOf('1', '2', '3'), 3, 3),
  /** Ephemeral public keys of the recovery party. */
  recovery: record({ identity: text(patterns.publicKey32), channel: text(patterns.publicKey32) }),
};
export type KeygenRequest = Checked<typeof keygen>;

/** Every flow of a document, whatever it is about. */
const flowsOf = ({ strategies, senior, workspace }: PolicyDocument): Flow[] => [...strategies, ...senior, ...workspace];

/** @throws PolicyError inconsistent where a flow asks for what documents of this version have no words for */
function writeIn(doc: PolicyDocument, v: PolicyVersion) {
  if (!canSayFlows(flowsOf(doc), v)) throw new PolicyError('inconsistent', 'pages');
  return { ...doc, senior: doc.senior.map((rule) => writeSeniorRule(rule, v)) };
}

/** From one version to the next, only what flows can ask for, and what conditions senior rules can have, changes. */
const policyVersion = (v: PolicyVersion): Version<PolicyDocument> => ({
  read: record(
    documentWith(oneOf(v), {
      basic: flowRecord(basicStrategy, v),
      rule: seniorRule(v),
      workspace: flowRecord(workspaceRule, v),
    }),
  ),
  write: (doc) => writeIn(doc, v),
});
const versions = Object.fromEntries(policyVersions.map((v) => [v, policyVersion(v)]));
const checkDraft = record(
  documentWith(oneOf(...policyVersions), { basic: anyBasicStrategy, rule: anySeniorRule, workspace: anyWorkspaceRule }),
);
const keygenVersions = { '1': asWritten(record(keygen)) };

/** Hashes of documents that cannot change any more, since every part of them is frozen; '' until somebody asks. */
const hashes = new WeakMap<PolicyDocument, string>();

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}

/** Reads a policy document from its canonical text, frozen; whether it is a *sound* one, `checkPolicy` says. @throws PolicyError */
export function parsePolicy(source: string): PolicyDocument {
  const doc = readVersion(versions, parseCanonical(source, limits.documentBytes));
  freeze(doc);
  hashes.set(doc, '');
  return doc;
}

/** Reads a key ceremony request from its canonical text; its parties are exactly 1, 2 and 3, in this order. @throws PolicyError */
export function parseKeygenRequest(source: string): KeygenRequest {
  const request = readVersion(keygenVersions, parseCanonical(source, limits.documentBytes));
  if (request.parties.join() !== '1,2,3') throw new PolicyError('inconsistent', 'parties');
  return request;
}

/** What members sign of a document: as its own version says it. @throws PolicyError inconsistent where that version has no words for it */
export const writtenPolicy = (doc: PolicyDocument): Canonical => writeVersion(versions, doc);

/** @throws PolicyError as `writtenPolicy` does */
export const policyText = (doc: PolicyDocument): string => canonicalText(writtenPolicy(doc));

const laterOf = (...some: readonly PolicyVersion[]): PolicyVersion =>
  policyVersions.findLast((version) => some.includes(version)) ?? policyVersions[0];

/** The same rules in the lowest version that can say them, so that whoever knows no newer one can go on reading. */
export const inLowestVersion = (doc: PolicyDocument): PolicyDocument => ({
  ...doc,
  v: laterOf(versionFor(doc.senior.map(({ when }) => when)), versionForFlows(flowsOf(doc))),
});

/** A new document from parts that nobody has checked, as `parsePolicy` will read it. @throws PolicyError */
export const draftPolicy = (made: unknown): PolicyDocument =>
  parsePolicy(policyText(inLowestVersion(checkDraft(made, ''))));

/** 64 hex: SHA-256("holdfast/policy/v1" ‖ 0 ‖ canonical bytes). Of a document that `parsePolicy` read, only the first call counts it. */
export function policyHash(doc: PolicyDocument): string {
  const known = hashes.get(doc);
  if (known) return known;
  const hash = bytesToHex(domainDigest('holdfast/policy/v1', writtenPolicy(doc)));
  if (known !== undefined) hashes.set(doc, hash);
  return hash;
}
