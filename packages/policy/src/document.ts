import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalText, domainDigest, PolicyError, parseCanonical } from './canonical.ts';
import { limits } from './limits.ts';
import { byType, type Checked, list, oneOf, patterns, record, text } from './schema.ts';

const passkey = {
  id: text(patterns.passkeyId),
  type: oneOf('passkey'),
  /** P-256 point, SEC1 hex. */
  publicKey: text(patterns.publicKeyP256),
  rpId: text(patterns.host),
  origins: list(text(patterns.origin), 1, 10),
};
const device = { id: text(patterns.id), type: oneOf('device'), publicKey: text(patterns.publicKey32) };
const credential = byType('type', 'passkey', record(passkey), record(device));
/** The id of a device key follows from the key, so that no other key can be shown under it. */
export const deviceCredentialId = (publicKey: string): string => `dk-${publicKey.slice(0, 24)}`;

const member = {
  id: text(patterns.id),
  name: text(patterns.name),
  role: oneOf('owner', 'admin', 'operator', 'approver', 'viewer'),
  status: oneOf('active', 'removed'),
  credentials: list(credential, 0, limits.credentialsPerMember),
};
const node = {
  name: text(patterns.name),
  approvers: list(text(patterns.id), 1, limits.approversPerNode),
  threshold: text(/^([1-9]|1\d|20)$/),
};
const strategy = {
  /** '*' or a sub_wallet_id. */
  wallet: text(/^(\*|[1-9]\d{0,18})$/),
  signProtection: oneOf('on', 'off'),
  nodes: list(record(node), 1, limits.nodes),
};
const signer = {
  id: text(/^[1-9]\d?$/),
  name: text(patterns.name),
  identity: text(patterns.publicKey32),
  channel: text(patterns.publicKey32),
  origin: text(patterns.origin),
};
const document = {
  v: oneOf('1'),
  domain: oneOf('holdfast/policy/v1'),
  deployment: text(patterns.hash),
  id: text(patterns.id),
  version: text(/^[1-9]\d{0,9}$/),
  /** Hash of the version before; '' in the first. */
  prev: text(patterns.hashOrEmpty),
  members: list(record(member), 1, limits.members),
  strategies: list(record(strategy), 1, limits.strategies),
  signers: list(record(signer), 2, 20),
};

export type PolicyDocument = Checked<typeof document>;
export type Member = Checked<typeof member>;
export type PasskeyCredential = Checked<typeof passkey>;
export type DeviceCredential = Checked<typeof device>;
export type Credential = PasskeyCredential | DeviceCredential;
export type ApprovalNode = Checked<typeof node>;
export type BasicStrategy = Checked<typeof strategy>;
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

const checkDocument = record(document);
const checkKeygen = record(keygen);

/** Reads a policy document from its canonical text; whether it is a *sound* one, `checkPolicy` says. @throws PolicyError */
export const parsePolicy = (source: string): PolicyDocument =>
  checkDocument(parseCanonical(source, limits.documentBytes), '');

/** Reads a key ceremony request from its canonical text; its parties are exactly 1, 2 and 3, in this order. @throws PolicyError */
export function parseKeygenRequest(source: string): KeygenRequest {
  const request = checkKeygen(parseCanonical(source, limits.documentBytes), '');
  if (request.parties.join() !== '1,2,3') throw new PolicyError('inconsistent', 'parties');
  return request;
}

export const policyText = (doc: PolicyDocument): string => canonicalText(doc);

/** 64 hex: SHA-256("holdfast/policy/v1" ‖ 0 ‖ canonical bytes). */
export const policyHash = (doc: PolicyDocument): string => bytesToHex(domainDigest('holdfast/policy/v1', doc));
