import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { digestWords } from '@holdfast/policy';
import {
  type Kit,
  kitFromJson,
  kitGroup,
  kitToJson,
  newRecipient,
  openKit,
  openRecipient,
  sealKit,
  sealRecipient,
} from '@holdfast/recovery/kit';
import { keyGroupFingerprint } from '@holdfast/review';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CliError } from './exit.ts';
import { newPassphrase, type Terminal } from './terminal.ts';

export const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;

/** What anybody may know about a kit. */
export function kitLines(kit: Kit): string[] {
  const keys = {
    id: kitGroup(kit),
    secp256k1: { publicKey: bytesToHex(kit.secp256k1.groupPublic) },
    ed25519: { publicKey: bytesToHex(kit.ed25519.groupPublic) },
  };
  return [
    line('key group', keys.id),
    line('fingerprint', digestWords(keyGroupFingerprint(keys)).join(' ')),
    line('secp256k1', keys.secp256k1.publicKey),
    line('ed25519', keys.ed25519.publicKey),
    line('installation', kit.deployment),
    line('made', kit.createdAt),
  ];
}

export function demandNew(file: string): void {
  if (existsSync(file)) throw new CliError('file', `${file} exists already; nothing was written`);
}

function writeNew(file: string, bytes: Uint8Array): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Encrypts the kit that is piped in, in plain JSON as a signer exports it, into a new file of mode 0600, and opens that once to see that it can
 * be. Nothing is written in plain.
 */
export async function sealKitFile(terminal: Terminal, file: string, passphraseFile: string | undefined): Promise<void> {
  const text = await terminal.piped();
  if (text === undefined || text.trim() === '')
    throw new CliError('usage', 'nothing came in: pipe the export of a signer into this command');
  demandNew(file);
  await keepKit(terminal, kitFromJson(text), file, passphraseFile);
}

/** Writes a kit under a new passphrase, opens it once to see that it can be, and leaves nothing behind where it cannot. */
export async function keepKit(
  terminal: Terminal,
  kit: Kit,
  file: string,
  passphraseFile: string | undefined,
): Promise<void> {
  for (const each of kitLines(kit)) terminal.print(each);
  const passphrase = await newPassphrase(terminal, passphraseFile);
  writeNew(file, await sealKit(kit, passphrase));
  try {
    const opened = await openKit(new Uint8Array(readFileSync(file)), passphrase);
    if (kitToJson(opened) !== kitToJson(kit)) throw new CliError('file', `${file} does not hold what was put in`);
  } catch (error) {
    rmSync(file);
    throw error;
  }
  terminal.print(line('share', `party ${kit.secp256k1.me}, in ${file}; opened and checked`));
}

/** Makes somebody to whom key material can be encrypted: the secret in a new file under a passphrase, the recipient on the screen. */
export async function newRecipientFile(
  terminal: Terminal,
  file: string,
  passphraseFile: string | undefined,
): Promise<void> {
  demandNew(file);
  const passphrase = await newPassphrase(terminal, passphraseFile);
  const made = await newRecipient();
  writeNew(file, await sealRecipient(made, passphrase));
  const { recipient } = await openRecipient(new Uint8Array(readFileSync(file)), passphrase);
  terminal.print(recipient);
}
