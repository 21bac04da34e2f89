import { readFileSync } from 'node:fs';
import { type DeliveryStatement, digestWords } from '@holdfast/policy';
import { openDelivered, readDelivered, sameShares, verifyingOf } from '@holdfast/recovery/delivered';
import { kitGroup, openKit, openRecipient } from '@holdfast/recovery/kit';
import { signerFingerprint } from '@holdfast/review';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { CliError } from './exit.ts';
import { demandNew, keepKit, line } from './kit.ts';
import { passphraseFrom, type Terminal } from './terminal.ts';

/** How the person knows where the file comes from. Each that is given has to hold; one is needed. */
export interface Origin {
  /** The signer's own address: it is asked for its keys. */
  readonly signer: string | undefined;
  /** Its eight words, or the 64 digits, as its page, `status` and `fingerprint` show them. */
  readonly fingerprint: string | undefined;
  /** Another kit of the key group. Nobody can make a share that fits its verifying shares. */
  readonly compare: string | undefined;
}

export interface OpenOptions {
  /** Key material as it was downloaded. */
  readonly delivered: string;
  /** File of the recipient's secret. */
  readonly identity: string;
  /** Where the kit goes. */
  readonly kit: string;
  readonly origin: Origin;
  /** Passphrases of the secret, of the new kit, and of the kit to compare with. */
  readonly passphraseFiles: readonly string[];
}

const wordsOf = (text: string): string => text.trim().toLowerCase().split(/\s+/).join(' ');

function checkFingerprint(statement: DeliveryStatement, given: string): void {
  const print = signerFingerprint(statement);
  const known = [digestWords(print).join(' '), bytesToHex(print)];
  if (!known.includes(wordsOf(given)))
    throw new CliError('unsound', 'this file is not from the signer with that fingerprint; do not use it');
}

async function checkWithSigner(statement: DeliveryStatement, address: string): Promise<void> {
  const { identity, channel, name } = await signerFacts(address);
  if (identity !== statement.identity || channel !== statement.channel)
    throw new CliError('unsound', `this file is not from ${name} at ${address}; do not use it`);
}

async function checkWithKit(
  terminal: Terminal,
  statement: DeliveryStatement,
  file: string,
  pass?: string,
): Promise<void> {
  const passphrase = await passphraseFrom(terminal, pass, `Passphrase of ${file}: `);
  const kit = await openKit(new Uint8Array(readFileSync(file)), passphrase);
  if (String(kit.secp256k1.epoch) !== statement.epoch)
    throw new CliError('unsound', `${file} is of another epoch of the key: it can prove nothing about this file`);
  if (kitGroup(kit) !== statement.keyGroup || !sameShares(verifyingOf(kit), statement.shares))
    throw new CliError('unsound', `this file does not fit ${file}: its share is of no use with it; do not use it`);
}

/** @throws CliError unless the origin is proven in each way that was given, and there is one */
async function checkOrigin(terminal: Terminal, statement: DeliveryStatement, options: OpenOptions): Promise<void> {
  const { signer, fingerprint, compare } = options.origin;
  // The file's own words are not shown here: they would be copied into the next attempt, and prove nothing.
  if (signer === undefined && fingerprint === undefined && compare === undefined)
    throw new CliError(
      'unsound',
      `the origin of ${options.delivered} is not proven: anybody can make a file that says it is from signer ${statement.signer}. ` +
        'Give --signer URL, --fingerprint WORDS as that signer’s own page shows them, or --compare KIT; nothing was opened',
    );
  if (fingerprint !== undefined) checkFingerprint(statement, fingerprint);
  if (signer !== undefined) await checkWithSigner(statement, signer);
  if (compare !== undefined) await checkWithKit(terminal, statement, compare, options.passphraseFiles[2]);
}

function statementLines({ signer, intent, shares, ...keys }: DeliveryStatement): string[] {
  return [
    line('from', `signer ${signer}, ${digestWords(signerFingerprint(keys)).join(' ')}; origin checked`),
    line('request', digestWords(hexToBytes(intent)).join(' ')),
    ...shares.map(({ party, secp256k1 }) => line(`public share ${party}`, secp256k1)),
  ];
}

/**
 * Opens delivered key material whose origin is proven, and puts it under a passphrase of its own, as `recover` takes it. Nothing is written in plain.
 * @throws CliError unsound when the origin is not proven, DeliveredError when the file does not hold together, KitError
 */
export async function openDeliveredFile(terminal: Terminal, options: OpenOptions): Promise<void> {
  const { identity, kit: target, passphraseFiles } = options;
  demandNew(target);
  const delivered = readDelivered(new Uint8Array(readFileSync(options.delivered)));
  await checkOrigin(terminal, delivered.statement, options);
  const secret = await passphraseFrom(terminal, passphraseFiles[0], `Passphrase of ${identity}: `);
  const recipient = await openRecipient(new Uint8Array(readFileSync(identity)), secret);
  const kit = await openDelivered(delivered, recipient);
  for (const each of statementLines(delivered.statement)) terminal.print(each);
  await keepKit(terminal, kit, target, passphraseFiles[1]);
}
