import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Credential, PolicyDocument, Proof } from '@holdfast/policy';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** DER up to the raw key, by its length: SubjectPublicKeyInfo of Ed25519 (RFC 8410) and of P-256, compressed and not (RFC 5480). */
const ed25519Head = '302a300506032b6570032100';
const p256Heads: Readonly<Record<number, string>> = {
  33: '3039301306072a8648ce3d020106082a8648ce3d030107032200',
  65: '3059301306072a8648ce3d020106082a8648ce3d030107034200',
};

const keys = new WeakMap<Credential, KeyObject>();

function keyOf(credential: Credential): KeyObject {
  const known = keys.get(credential);
  if (known) return known;
  const raw = hexToBytes(credential.publicKey);
  const head = credential.type === 'passkey' ? (p256Heads[raw.length] ?? '') : ed25519Head;
  const key = createPublicKey({ key: Buffer.from(concatBytes(hexToBytes(head), raw)), format: 'der', type: 'spki' });
  keys.set(credential, key);
  return key;
}

const sha256Of = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(Buffer.from(text, 'base64url')).digest());

function holds(credential: Credential, proof: Proof, challenge: Uint8Array): boolean {
  if (proof.type === 'device') return verify(null, challenge, keyOf(credential), hexToBytes(proof.signature));
  const signed = concatBytes(
    new Uint8Array(Buffer.from(proof.authenticatorData, 'base64url')),
    sha256Of(proof.clientDataJSON),
  );
  return verify('sha256', signed, keyOf(credential), Buffer.from(proof.signature, 'base64url'));
}

/**
 * Is the signature under a member's credential surely not theirs? OpenSSL says so in a tenth of the time, so that forged ones, which anybody can send,
 * cost little. It takes nothing for true: what it lets pass is checked by the rules (`verifyMember`), and what it cannot read as well.
 */
export function isForged(
  { members }: PolicyDocument,
  signed: { readonly member: string; readonly credential: string; readonly proof: Proof },
  challenge: Uint8Array,
): boolean {
  const member = members.find(({ id }) => id === signed.member);
  const credential = member?.credentials.find(({ id }) => id === signed.credential);
  if (!credential || (credential.type === 'passkey') !== (signed.proof.type === 'passkey')) return false;
  try {
    return !holds(credential, signed.proof, challenge);
  } catch {
    return false;
  }
}
