import { argon2Sync } from 'node:crypto';
import { approvalDigest, verifyProof } from '@holdfast/policy';
import { describe, expect, it } from 'vitest';
import {
  type DeriveKey,
  KeyFileError,
  newDeviceSecret,
  openKeyFile,
  readKeyFile,
  signWithSecret,
  writeKeyFile,
} from '../src/keyfile.ts';

const derive: DeriveKey = (passphrase, salt, { memoryKiB, passes, lanes }) =>
  Promise.resolve(
    argon2Sync('argon2id', {
      message: passphrase,
      nonce: salt,
      parallelism: lanes,
      tagLength: 32,
      memory: memoryKiB,
      passes,
    }),
  );
const codeOf = async (act: () => unknown): Promise<string> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof KeyFileError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('a device key file', () => {
  it('gives back a key whose signatures hold', async () => {
    const file = readKeyFile(await writeKeyFile(newDeviceSecret()));
    const message = approvalDigest({
      intent: 'a'.repeat(64),
      decision: 'approve',
      member: 'm',
      credential: file.credential.id,
    });
    const proof = signWithSecret(await openKeyFile(file), message);
    expect(verifyProof(file.credential, proof, message)).toBeUndefined();
  });

  it('keeps the secret out of sight under a passphrase, and opens with that one only', async () => {
    const secret = newDeviceSecret();
    const text = await writeKeyFile(secret, { passphrase: 'right', derive });
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    const file = readKeyFile(text);
    expect(file.sealed).toBe(true);
    expect(await openKeyFile(file, { passphrase: 'right', derive })).toEqual(secret);
    expect(await codeOf(() => openKeyFile(file, { passphrase: 'wrong', derive }))).toBe('wrongPassphrase');
    expect(await codeOf(() => openKeyFile(file))).toBe('passphraseNeeded');
  });

  it('is refused when anything in it was altered', async () => {
    const text = await writeKeyFile(newDeviceSecret());
    const value = JSON.parse(text) as Record<string, unknown>;
    for (const change of [{ v: 2 }, { type: 'x' }, { id: 'dk-0' }, { secret: undefined }, { publicKey: 'zz' }])
      expect(await codeOf(() => readKeyFile(JSON.stringify({ ...value, ...change })))).toBe('notAKeyFile');
    const other = JSON.parse(await writeKeyFile(newDeviceSecret())) as Record<string, unknown>;
    expect(await codeOf(() => openKeyFile(readKeyFile(JSON.stringify({ ...value, secret: other.secret }))))).toBe(
      'keyMismatch',
    );
  });

  it('does not ask more of the one who opens it than its own settings', async () => {
    const value = JSON.parse(await writeKeyFile(newDeviceSecret(), { passphrase: 'p', derive })) as {
      sealed: { kdf: object };
    };
    const greedy = { ...value, sealed: { ...value.sealed, kdf: { ...value.sealed.kdf, memoryKiB: 1 << 30 } } };
    expect(await codeOf(() => readKeyFile(JSON.stringify(greedy)))).toBe('notAKeyFile');
  });
});
