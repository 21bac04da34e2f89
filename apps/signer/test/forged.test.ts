import { createHash, generateKeyPairSync, randomInt, sign } from 'node:crypto';
import { type Credential, type Proof, verifyProof } from '@holdfast/policy';
import { randomFrom } from '@holdfast/testkit/random';
import { newMember, newPolicy } from '@holdfast/testkit/signer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterAll, expect, test } from 'vitest';
import { isForged } from '../src/forged.ts';
import { preparePair } from './harness.ts';

/** What OpenSSL calls forged must never be what the rules would take: else a member's own order would be turned away. */
const pair = await preparePair();
afterAll(() => pair.stop());
const policy = newPolicy(pair, [newMember('owner', 'owner')], ['owner']);
const challenge = createHash('sha256').update('an order').digest();
const sha = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

function device(): { credential: Credential; proof: Proof } {
  const { secretKey, publicKey } = ed25519.keygen();
  const credential: Credential = { id: 'device', type: 'device', publicKey: bytesToHex(publicKey) };
  return { credential, proof: { type: 'device', signature: bytesToHex(ed25519.sign(challenge, secretKey)) } };
}

function passkey(compressed: boolean): { credential: Credential; proof: Proof } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => Buffer.from(part, 'base64url'));
  if (!left || !right) throw new Error('a point');
  const odd = (right.at(-1) ?? 0) & 1;
  const point = compressed ? Buffer.concat([Buffer.of(2 + odd), left]) : Buffer.concat([Buffer.of(4), left, right]);
  const client = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge: text(challenge), origin: 'http://localhost:17001' }),
  );
  const authData = Buffer.concat([sha(Buffer.from('localhost')), Buffer.of(5, 0, 0, 0, 1)]);
  const signature = sign('sha256', Buffer.concat([authData, sha(client)]), privateKey);
  return {
    credential: {
      id: 'passkey',
      type: 'passkey',
      publicKey: point.toString('hex'),
      rpId: 'localhost',
      origins: ['http://localhost:17001'],
    },
    proof: {
      type: 'passkey',
      authenticatorData: text(authData),
      clientDataJSON: text(client),
      signature: text(signature),
    },
  };
}

/** The policy of one member with this credential. */
const known = (credential: Credential): typeof policy => ({
  ...policy,
  members: policy.members.map((member) => ({ ...member, credentials: [credential] })),
});
const forged = ({ credential, proof }: { credential: Credential; proof: Proof }): boolean =>
  isForged(known(credential), { member: 'owner', credential: credential.id, proof }, challenge);

test('an own signature is let pass, of a device key and of passkeys', () => {
  for (const made of [device(), passkey(true), passkey(false)]) {
    expect(verifyProof(made.credential, made.proof, challenge)).toBeUndefined();
    expect(forged(made)).toBe(false);
  }
});

test('one of another key is called forged, and one of nobody known is left to the rules', () => {
  for (const make of [device, () => passkey(true), () => passkey(false)]) {
    const [mine, other] = [make(), make()];
    expect(forged({ credential: mine.credential, proof: other.proof })).toBe(true);
    expect(isForged(policy, { member: 'eve', credential: 'x', proof: mine.proof }, challenge)).toBe(false);
  }
  expect(forged({ credential: device().credential, proof: passkey(true).proof })).toBe(false);
});

test('whatever is changed in a proof, nothing that the rules take is called forged', () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  let taken = 0;
  for (let n = 0; n < 300; n++) {
    const { credential, proof } = [device, () => passkey(true), () => passkey(false)][n % 3]?.() ?? device();
    const at = random.between(0, proof.signature.length - 1);
    const letter = random.hex(1).slice(0, 1);
    const changed = { ...proof, signature: `${proof.signature.slice(0, at)}${letter}${proof.signature.slice(at + 1)}` };
    const made = { credential, proof: n % 5 === 0 ? proof : changed };
    if (verifyProof(credential, made.proof, challenge) !== undefined) continue;
    taken += 1;
    expect(forged(made), `of ${credential.type}`).toBe(false);
  }
  expect(taken).toBeGreaterThanOrEqual(60);
});
