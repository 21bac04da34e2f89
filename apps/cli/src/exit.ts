import { DeliveredError } from '@holdfast/recovery/delivered';
import { KitError } from '@holdfast/recovery/kit';
import { RecoverError } from '@holdfast/recovery/recover';
import { ReviewError } from '@holdfast/review';
import { KeyFileError } from '@holdfast/review/keyfile';
import { Fault } from '@holdfast/signer-ui/signer-api';

/** What scripts can rely on. */
export const exitCodes = {
  ok: 0,
  /** The signer or the member said no; nothing was signed, or the refusal is the answer. */
  refused: 1,
  usage: 2,
  /** What the signer sent does not hold together, or may not be approved now. */
  unsound: 3,
  unreachable: 4,
  /** A key file or kit cannot be read or opened. */
  file: 5,
} as const;
export type ExitName = keyof typeof exitCodes;

export class CliError extends Error {
  readonly exit: ExitName;
  constructor(exit: ExitName, message: string) {
    super(message);
    this.exit = exit;
  }
}

const keyFileTexts: Record<KeyFileError['code'], string> = {
  notAKeyFile: 'this is not a device key file',
  keyMismatch: 'the secret in this key file does not belong to its public key',
  passphraseNeeded: 'this key file is sealed: give its passphrase (--passphrase-file)',
  wrongPassphrase: 'the passphrase does not open this key file',
};
const kitTexts: Record<KitError['code'], string> = {
  notAKit: 'this file is no recovery kit',
  wrongPassphrase: 'the passphrase does not open this kit, or the file was altered',
  newerVersion: 'this kit was made by a newer version',
  inconsistent: 'the kit opens, but what is in it does not hold together',
};
const deliveredTexts: Record<DeliveredError['code'], string> = {
  notDelivered: 'this is no key material as a signer gives it out: no signer says that it made this file',
  badStatement: 'what is said about this file cannot be read: it was altered or cut',
  notSigned: 'the signature on this file does not hold: no signer made it as it is',
  otherFile: 'the encrypted part is another than the signer signed',
  otherShares: 'what is encrypted is not what the signer signed',
};
const recoverTexts: Record<RecoverError['code'], string> = {
  otherGroup: 'these kits are of different key groups',
  otherEpoch:
    'these kits are of different epochs of the key: shares from before and after a refresh do not fit together',
  sameParty: 'two of these kits are the share of the same party',
  tooFewShares: 'not enough shares',
  wrongKey: 'the shares do not make the key of this group',
  unknownNetwork: 'this network is unknown',
  badChains: 'this is no list of chains as a signer is configured with',
  badAddress: 'this is no address of that network',
  otherPayment: 'the transaction that was built does something else than was asked',
};

function faultText(fault: Fault): { exit: ExitName; text: string } {
  if (fault.key === 'faultOffline')
    return { exit: 'unreachable', text: `no answer from ${String(fault.params.origin)}` };
  const code = fault.code === '' ? '' : ` (${fault.code})`;
  return { exit: 'refused', text: `the signer refused: ${String(fault.params.message ?? fault.key)}${code}` };
}

/** The exit code and the one line for anything that can go wrong. */
export function explain(error: unknown): { exit: ExitName; text: string } {
  if (error instanceof CliError) return { exit: error.exit, text: error.message };
  if (error instanceof ReviewError) return { exit: 'unsound', text: `not shown for approval: ${error.message}` };
  if (error instanceof Fault) return faultText(error);
  if (error instanceof KeyFileError) return { exit: 'file', text: keyFileTexts[error.code] };
  if (error instanceof KitError) return { exit: 'file', text: kitTexts[error.code] };
  if (error instanceof DeliveredError) return { exit: 'unsound', text: deliveredTexts[error.code] };
  if (error instanceof RecoverError) return { exit: 'unsound', text: `${recoverTexts[error.code]} (${error.message})` };
  const system = error as NodeJS.ErrnoException;
  const code = String(system.code ?? '');
  if (code.startsWith('ERR_PARSE_ARGS')) return { exit: 'usage', text: system.message };
  // What the file system says: ENOENT, EACCES, EEXIST …
  if (/^E[A-Z]+$/.test(code)) return { exit: 'file', text: system.message };
  return { exit: 'refused', text: error instanceof Error ? error.message : String(error) };
}
