import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type Approval, approvalDigest, type Decision, type PasskeyCredential } from '@holdfast/policy';

const origin = 'http://localhost:17001';
const otherOrigin = 'http://localhost:17002';
const rpId = 'localhost';

export interface Passkey {
  readonly credential: PasskeyCredential;
  readonly key: ReturnType<typeof generateKeyPairSync>['privateKey'];
}

/** Answers on the page of either signer. */
export function newPasskey(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = `04${Buffer.from(x, 'base64url').toString('hex')}${Buffer.from(y, 'base64url').toString('hex')}`;
  const id = randomBytes(16).toString('base64url');
  return {
    credential: { id, type: 'passkey', publicKey: point, rpId, origins: [origin, otherOrigin] },
    key: privateKey,
  };
}

/** Answers on one page alone, as where signers have different host names. */
export function passkeyFor(page: string): Passkey {
  const { credential, key } = newPasskey();
  return { credential: { ...credential, rpId: new URL(page).hostname, origins: [page] }, key };
}

/** What an authenticator puts into an assertion; an attack changes one of them. */
export interface Ceremony {
  readonly type: string;
  readonly challenge: Uint8Array | undefined;
  readonly origin: string;
  readonly rpId: string;
  readonly flags: number;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A decision signed as WebAuthn does (Level 3 §6.5.6), with what the attack changes in it. */
export function assert(
  digest: string,
  member: string,
  passkey: Passkey,
  decision: Decision,
  changes: Partial<Ceremony> = {},
): Approval {
  const statement = { intent: digest, decision, member, credential: passkey.credential.id };
  const c: Ceremony = { type: 'webauthn.get', challenge: undefined, origin, rpId, flags: 0x05, extra: {}, ...changes };
  const challenge = Buffer.from(c.challenge ?? approvalDigest(statement)).toString('base64url');
  const client = Buffer.from(JSON.stringify({ type: c.type, challenge, origin: c.origin, ...c.extra }));
  const sha = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
  const authData = Buffer.concat([sha(c.rpId), Buffer.from([c.flags, 0, 0, 0, 1])]);
  const signature = sign('sha256', Buffer.concat([authData, sha(client)]), passkey.key);
  const proof = {
    type: 'passkey' as const,
    authenticatorData: authData.toString('base64url'),
    clientDataJSON: client.toString('base64url'),
    signature: signature.toString('base64url'),
  };
  return { ...statement, proof };
}
