import { argon2 } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type DeriveKey, type KeyFile, openKeyFile, readKeyFile } from '@holdfast/review/keyfile';
import { passphraseFrom, type Terminal } from './terminal.ts';

/** argon2id by Node itself. */
export const deriveKey: DeriveKey = (passphrase, salt, { memoryKiB, passes, lanes }) =>
  new Promise((done, fail) => {
    const parameters = {
      message: passphrase,
      nonce: salt,
      parallelism: lanes,
      tagLength: 32,
      memory: memoryKiB,
      passes,
    };
    argon2('argon2id', parameters, (error, key) => (error ? fail(error) : done(new Uint8Array(key))));
  });

export interface OpenedKey extends KeyFile {
  readonly secret: Uint8Array;
}

/** Reads a device key, asking for its passphrase when it is sealed. @throws KeyFileError */
export async function loadKey(
  terminal: Terminal,
  file: string,
  passphraseFile: string | undefined,
): Promise<OpenedKey> {
  const key = readKeyFile(readFileSync(file, 'utf8'));
  const others = statSync(file).mode & 0o077;
  if (others !== 0) terminal.note(`warning: others can read ${file}; run chmod 600 on it`);
  if (!key.sealed) return { ...key, secret: await openKeyFile(key) };
  const passphrase = await passphraseFrom(terminal, passphraseFile, `Passphrase of ${file}: `);
  return { ...key, secret: await openKeyFile(key, { passphrase, derive: deriveKey }) };
}
