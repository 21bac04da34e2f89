import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../secrets.ts';

/** PKCS #8 of an Ed25519 key without its seed (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const secretBytes = 32;

/** What one delivery is signed with. */
export interface HookKey {
  readonly keyId: string;
  /** Of the HMAC. */
  readonly secret: Buffer;
  readonly key: KeyObject;
}
/** A new one: what is kept, and what is shown once. */
export interface NewHookKey {
  readonly keyId: string;
  /** `whpk_` and base64, as Standard Webhooks has it. */
  readonly publicKey: string;
  /** `whsec_` and base64. */
  readonly secret: string;
  readonly sealed: string;
}

/** Binds sealed keys to their endpoint: those of another do not open there. */
const purposeOf = (endpointId: string): string => `web-hook:${endpointId}`;
const keyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
const publicOf = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');

export function newHookKey(secrets: SecretBox, endpointId: string): NewHookKey {
  const [secret, seed] = [randomBytes(secretBytes), randomBytes(32)];
  const raw = publicOf(keyOf(seed));
  const kept = JSON.stringify({ secret: secret.toString('base64'), seed: seed.toString('base64') });
  return {
    keyId: `wk-${createHash('sha256').update(raw).digest('hex').slice(0, 16)}`,
    publicKey: `whpk_${raw.toString('base64')}`,
    secret: `whsec_${secret.toString('base64')}`,
    sealed: secrets.seal(kept, purposeOf(endpointId)),
  };
}

interface Kept {
  readonly key_id: string;
  readonly endpoint_id: string;
  readonly sealed: string;
}
/** @throws where it was sealed for another endpoint, or altered */
export function openHookKey(secrets: SecretBox, { key_id: keyId, endpoint_id, sealed }: Kept): HookKey {
  const { secret, seed } = JSON.parse(secrets.open(sealed, purposeOf(endpoint_id))) as { secret: string; seed: string };
  return { keyId, secret: Buffer.from(secret, 'base64'), key: keyOf(Buffer.from(seed, 'base64')) };
}
