import { domainDigest } from './canonical.ts';
import type { Credential } from './document.ts';

/**
 * 32 bytes that name a credential by its key and by where it answers, not by its id, which whoever wrote the document chose. Its holder reads the
 * same words where the key was made.
 */
export function credentialFingerprint(credential: Credential): Uint8Array {
  const { type, publicKey } = credential;
  const where = type === 'passkey' ? { rpId: credential.rpId, origins: credential.origins } : {};
  return domainDigest('holdfast/credential/v1', { type, publicKey, ...where });
}
