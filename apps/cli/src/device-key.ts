import { writeFileSync } from 'node:fs';
import { newDeviceSecret, readKeyFile, writeKeyFile } from '@holdfast/pagekit/keyfile';
import { CliError } from './exit.ts';
import { deriveKey, loadKey } from './key-file.ts';
import { passphraseFrom, type Terminal } from './terminal.ts';

const shortest = 12;

async function chosenPassphrase(terminal: Terminal, file: string | undefined): Promise<string> {
  const passphrase = await passphraseFrom(terminal, file, 'Passphrase: ');
  if ([...passphrase].length < shortest)
    throw new CliError('usage', `a passphrase has at least ${shortest} characters`);
  if (file === undefined && (await terminal.ask('Passphrase again: ', true)) !== passphrase)
    throw new CliError('usage', 'the two passphrases differ');
  return passphrase;
}

export interface NewKeyOptions {
  readonly file: string;
  readonly plain: boolean;
  readonly passphraseFile?: string | undefined;
}

/** Makes a device key in a new file only its owner can read, and prints the credential for the rules. Never overwrites. */
export async function newDeviceKey(terminal: Terminal, { file, plain, passphraseFile }: NewKeyOptions): Promise<void> {
  if (plain) terminal.note('warning: this key is not sealed; whoever reads the file can approve in your name');
  const passphrase = plain ? undefined : await chosenPassphrase(terminal, passphraseFile);
  const text = await writeKeyFile(
    newDeviceSecret(),
    passphrase === undefined ? undefined : { passphrase, derive: deriveKey },
  );
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  terminal.print(JSON.stringify(readKeyFile(text).credential));
}

/** Prints the public part of a key file, as the rules hold it. */
export async function showDeviceKey(
  terminal: Terminal,
  file: string,
  passphraseFile: string | undefined,
): Promise<void> {
  const { credential } = await loadKey(terminal, file, passphraseFile);
  terminal.print(JSON.stringify(credential));
}
