import { readFileSync } from 'node:fs';
import { keyGroupFingerprint } from '@holdfast/pagekit/review';
import { digestWords } from '@holdfast/policy';
import { type Kit, kitGroup, openKit } from '@holdfast/recovery/kit';
import { addressFromKit, checkKits, childPrivateKey, recoverKeys } from '@holdfast/recovery/recover';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CliError } from './exit.ts';
import { passphraseFrom, type Terminal } from './terminal.ts';

export interface RecoverOptions {
  readonly kits: readonly string[];
  /** One for all kits, or one each in the same order. */
  readonly passphraseFiles: readonly string[];
  /** `evm:1=m/60/7/0/0` */
  readonly addresses: readonly string[];
  readonly privateKeys: boolean;
}

const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;

async function openAll(terminal: Terminal, { kits, passphraseFiles }: RecoverOptions): Promise<Kit[]> {
  const opened: Kit[] = [];
  for (const [i, file] of kits.entries()) {
    const passphraseFile = passphraseFiles.length > 1 ? passphraseFiles[i] : passphraseFiles[0];
    const passphrase = await passphraseFrom(terminal, passphraseFile, `Passphrase of ${file}: `);
    opened.push(await openKit(new Uint8Array(readFileSync(file)), passphrase));
  }
  return opened;
}

function wanted(addresses: readonly string[]): { chain: string; path: string }[] {
  return addresses.map((entry) => {
    const [, chain, path] = /^([a-z]+:[A-Za-z0-9-]+)=(m(?:\/\d+)+)$/.exec(entry) ?? [];
    if (!chain || !path) throw new CliError('usage', `--address looks like evm:1=m/60/7/0/0, not ${entry}`);
    return { chain, path };
  });
}

function publicLines(kit: Kit): string[] {
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
    line('chain code', bytesToHex(kit.secp256k1.chainCode)),
    line('installation', kit.deployment),
    line('made', kit.createdAt),
  ];
}

/**
 * Offline recovery. One kit: checks it and derives addresses. With as many kits as the threshold asks for it proves that the shares make
 * the group's keys, and shows private keys only when told to.
 */
export async function recover(terminal: Terminal, options: RecoverOptions): Promise<void> {
  const places = wanted(options.addresses);
  const [first, ...rest] = await openAll(terminal, options);
  if (!first) throw new CliError('usage', 'name at least one kit file');
  const kits = [first, ...rest] as const;
  checkKits([...kits] as [Kit, ...Kit[]]);
  for (const text of publicLines(first)) terminal.print(text);
  const needed = first.secp256k1.t;
  terminal.print(
    line('shares', `${kits.length} of ${needed} needed, parties ${kits.map((kit) => kit.secp256k1.me).join(', ')}`),
  );
  const enough = kits.length >= needed;
  const secrets = enough || options.privateKeys ? recoverKeys([...kits] as [Kit, ...Kit[]]) : undefined;
  if (secrets) terminal.print(line('verdict', 'the shares make the keys of this group'));
  else terminal.print(line('verdict', 'the kit is sound; more shares are needed to recover'));
  for (const { chain, path } of places) {
    terminal.print(line(chain, `${path}  ${addressFromKit(first, chain, path)}`));
    if (secrets && options.privateKeys) terminal.print(line('private key', childPrivateKey(first, secrets, path)));
  }
}
