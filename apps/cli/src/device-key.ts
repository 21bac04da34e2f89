import { writeFileSync } from 'node:fs';
import { type DeviceCredential, digestWords } from '@holdfast/policy';
import { credentialFingerprint } from '@holdfast/review';
import { newDeviceSecret, readKeyFile, writeKeyFile } from '@holdfast/review/keyfile';
import { deriveKey, loadKey } from './key-file.ts';
import { newPassphrase, type Terminal } from './terminal.ts';

export interface NewKeyOptions {
  readonly file: string;
  readonly plain: boolean;
  readonly passphraseFile?: string | undefined;
}

/** The credential for the rules, and the words by which approvers recognise it. */
function printKey(terminal: Terminal, credential: DeviceCredential): void {
  terminal.note(`words: ${digestWords(credentialFingerprint(credential)).join(' ')}`);
  terminal.print(JSON.stringify(credential));
}

/** Makes a device key in a new file only its owner can read, and prints the credential for the rules. Never overwrites. */
export async function newDeviceKey(terminal: Terminal, { file, plain, passphraseFile }: NewKeyOptions): Promise<void> {
  if (plain) terminal.note('warning: this key is not sealed; whoever reads the file can approve in your name');
  const passphrase = plain ? undefined : await newPassphrase(terminal, passphraseFile);
  const text = await writeKeyFile(
    newDeviceSecret(),
    passphrase === undefined ? undefined : { passphrase, derive: deriveKey },
  );
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  printKey(terminal, readKeyFile(text).credential);
}

/** Prints the public part of a key file, as the rules hold it. */
export async function showDeviceKey(
  terminal: Terminal,
  file: string,
  passphraseFile: string | undefined,
): Promise<void> {
  const { credential } = await loadKey(terminal, file, passphraseFile);
  printKey(terminal, credential);
}
