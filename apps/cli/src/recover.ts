import { readFileSync } from 'node:fs';
import { type Kit, openKit } from '@holdfast/recovery/kit';
import { addressFromKit, checkKits, childPrivateKey, recoverKeys } from '@holdfast/recovery/recover';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CliError } from './exit.ts';
import { kitLines, line } from './kit.ts';
import { type SweepOptions, sweep } from './sweep.ts';
import { passphraseFrom, type Terminal } from './terminal.ts';

export interface RecoverOptions {
  readonly kits: readonly string[];
  /** One for all kits, or one each in the same order. */
  readonly passphraseFiles: readonly string[];
  /** `evm:1=m/60/7/0/0` */
  readonly addresses: readonly string[];
  readonly showKeys: boolean;
  readonly sweep: SweepOptions;
}

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
    if (!chain || !path) throw new CliError('usage', `--address looks like CHAIN=m/60/7/0/0, not ${entry}`);
    return { chain, path };
  });
}

const keyWarning =
  'Each private key shown here, with the chain code that kits and server hold, moves every address of the group. A sweep (--to) needs none on the screen.';

/**
 * Offline recovery. One kit: checks it and derives addresses. With as many kits as the threshold asks for it proves that the shares make the group's
 * keys, and signs what moves everything elsewhere. It shows private keys only when told to, and then says what they are.
 */
export async function recover(terminal: Terminal, options: RecoverOptions): Promise<void> {
  const places = wanted(options.addresses);
  const [first, ...rest] = await openAll(terminal, options);
  if (!first) throw new CliError('usage', 'name at least one kit file');
  const kits = [first, ...rest] as const;
  checkKits([...kits] as [Kit, ...Kit[]]);
  for (const text of kitLines(first)) terminal.print(text);
  const needed = first.secp256k1.t;
  terminal.print(
    line('shares', `${kits.length} of ${needed} needed, parties ${kits.map((kit) => kit.secp256k1.me).join(', ')}`),
  );
  const enough = kits.length >= needed;
  const secrets = enough || options.showKeys ? recoverKeys([...kits] as [Kit, ...Kit[]]) : undefined;
  if (secrets) terminal.print(line('verdict', 'the shares make the keys of this group'));
  else terminal.print(line('verdict', 'the kit is sound; more shares are needed to recover'));
  if (secrets && options.showKeys) {
    terminal.note(keyWarning);
    for (const curve of ['secp256k1', 'ed25519'] as const)
      terminal.print(line('chain code', `${bytesToHex(first[curve].chainCode)}  ${curve}`));
  }
  for (const { chain, path } of places) {
    terminal.print(line(chain, `${path}  ${addressFromKit(first, chain, path)}`));
    if (secrets && options.showKeys) terminal.print(line('private key', childPrivateKey(first, secrets, path)));
  }
  if (options.sweep.to.length > 0) await sweep(terminal, first, secrets, places, options.sweep);
}
