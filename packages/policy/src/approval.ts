import { ed25519 } from '@holdfast/ed25519';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { domainDigest } from './canonical.ts';
import type { Credential, DeviceCredential, Member, PasskeyCredential, PolicyDocument } from './document.ts';
import { limits } from './limits.ts';
import { type PasskeyProof, type Proof, proof } from './proof.ts';
import { type Check, type Checked, oneOf, patterns, record, text } from './schema.ts';
import { readVersion } from './versions.ts';

const approvalFields = {
  /** Digest of the intent, 64 hex. */
  intent: text(patterns.hash),
  decision: oneOf('initiate', 'approve', 'refuse'),
  member: text(patterns.id),
  credential: text(/^[A-Za-z0-9._:-]{1,1364}$/),
  proof,
};
const check = record(approvalFields);
const checkSaid = record({ ...approvalFields, decision: oneOf('refuse'), remark: text(patterns.remark) });

export type Approval = Checked<typeof approvalFields> & {
  /** Why it was refused: text for people, on which nothing may depend. Left out where nothing was said; no other decision has one. */
  readonly remark?: string;
};
export type Decision = Approval['decision'];
/** What is signed, before it is signed. */
export type Statement = Omit<Approval, 'proof'>;

/** The first version has no `v`. */
const read: Check<Approval> = (value, at) =>
  Object.hasOwn(Object(value), 'remark') ? checkSaid(value, at) : check(value, at);

/** @throws PolicyError for anything that is not exactly an approval */
export const checkApproval = (value: unknown): Approval => readVersion({ '1': { read } }, value);

/**
 * 32 bytes that a member signs: the WebAuthn challenge, or the Ed25519 message. The decision is inside, so that a refusal can never be
 * presented as an approval. So is the remark, as it was written: canonical text is different for different documents, so a statement with a field more is
 * none of those without, and a refusal can be given out neither with another remark, nor without its own, nor with one that was never made. Where there is
 * none the field is left out, and the digest is what it was before there were any. It is the text, not its hash: two spellings that normalise to one
 * (`remarkHash`) are two remarks, and no version of Unicode has a say in what a signature is over.
 */
export function approvalDigest({ intent, decision, member, credential, remark }: Statement): Uint8Array {
  const said = remark === undefined ? {} : { remark };
  return domainDigest('holdfast/approval/v1', { intent, decision, member, credential, ...said });
}

export type ApprovalFault =
  | 'unknownMember'
  | 'memberRemoved'
  | 'unknownCredential'
  | 'wrongProofType'
  | 'badClientData'
  | 'wrongType'
  | 'wrongChallenge'
  | 'wrongOrigin'
  | 'crossOrigin'
  | 'wrongRpId'
  | 'userNotPresent'
  | 'userNotVerified'
  | 'badSignature';

export type Verdict =
  | { readonly ok: true; readonly member: Member }
  | { readonly ok: false; readonly reason: ApprovalFault };

const flagUserPresent = 0x01;
const flagUserVerified = 0x04;

function decode(value: string): Uint8Array | undefined {
  const bytes = fromBase64Url(value);
  return bytes && toBase64Url(bytes) === value ? bytes : undefined;
}

function readClientData(bytes: Uint8Array): Record<string, unknown> | undefined {
  if (bytes.length > limits.clientDataBytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The origin of the page that a passkey's statement was made on, as it says itself; undefined for a statement that nobody would count. */
export function originOf({ clientDataJSON }: Pick<PasskeyProof, 'clientDataJSON'>): string | undefined {
  const bytes = decode(clientDataJSON);
  const origin = bytes && readClientData(bytes)?.origin;
  return typeof origin === 'string' ? origin : undefined;
}

/** WebAuthn Level 3 §7.2, the steps that concern us: type, challenge, origin, RP id, user present and verified, signature. */
export function verifyPasskey(
  credential: PasskeyCredential,
  proof: PasskeyProof,
  challenge: Uint8Array,
): ApprovalFault | undefined {
  const [authData, clientBytes, signature] = [proof.authenticatorData, proof.clientDataJSON, proof.signature].map(
    decode,
  );
  if (!authData || !clientBytes || !signature || authData.length < 37) return 'badClientData';
  const client = readClientData(clientBytes);
  if (!client) return 'badClientData';
  if (client.type !== 'webauthn.get') return 'wrongType';
  if (client.challenge !== toBase64Url(challenge)) return 'wrongChallenge';
  if (typeof client.origin !== 'string' || !credential.origins.includes(client.origin)) return 'wrongOrigin';
  if (client.crossOrigin !== undefined && client.crossOrigin !== false) return 'crossOrigin';
  if (client.topOrigin !== undefined) return 'crossOrigin';
  if (bytesToHex(authData.subarray(0, 32)) !== bytesToHex(sha256(utf8ToBytes(credential.rpId)))) return 'wrongRpId';
  const flags = authData[32] ?? 0;
  if (!(flags & flagUserPresent)) return 'userNotPresent';
  if (!(flags & flagUserVerified)) return 'userNotVerified';
  const signed = concatBytes(authData, sha256(clientBytes));
  try {
    const key = hexToBytes(credential.publicKey);
    // Authenticators do not normalise s; DER must be strict.
    return p256.verify(signature, signed, key, { format: 'der', lowS: false }) ? undefined : 'badSignature';
  } catch {
    return 'badSignature';
  }
}

function verifyDevice(credential: DeviceCredential, signature: string, message: Uint8Array): ApprovalFault | undefined {
  try {
    const valid = ed25519.verify(hexToBytes(signature), message, hexToBytes(credential.publicKey), { zip215: false });
    return valid ? undefined : 'badSignature';
  } catch {
    return 'badSignature';
  }
}

/** Checks one proof over 32 bytes against one credential. */
export function verifyProof(credential: Credential, proof: Proof, challenge: Uint8Array): ApprovalFault | undefined {
  if (credential.type === 'passkey')
    return proof.type === 'passkey' ? verifyPasskey(credential, proof, challenge) : 'wrongProofType';
  return proof.type === 'device' ? verifyDevice(credential, proof.signature, challenge) : 'wrongProofType';
}

/** Was this signed by an active member, with a credential that the policy in force knows? */
export function verifyMember(
  policy: PolicyDocument,
  signed: { readonly member: string; readonly credential: string; readonly proof: Proof },
  challenge: Uint8Array,
): Verdict {
  const member = policy.members.find((candidate) => candidate.id === signed.member);
  if (!member) return { ok: false, reason: 'unknownMember' };
  if (member.status !== 'active') return { ok: false, reason: 'memberRemoved' };
  const credential = member.credentials.find((candidate) => candidate.id === signed.credential);
  if (!credential) return { ok: false, reason: 'unknownCredential' };
  const fault = verifyProof(credential, signed.proof, challenge);
  return fault ? { ok: false, reason: fault } : { ok: true, member };
}

/** Is this decision really the member's? */
export const verifyApproval = (policy: PolicyDocument, approval: Approval): Verdict =>
  verifyMember(policy, approval, approvalDigest(approval));
