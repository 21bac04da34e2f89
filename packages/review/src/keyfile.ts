import { type DeviceCredential, deviceCredentialId, type Proof } from '@holdfast/policy';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A device key in a file: JSON with the public key and either the secret itself or the secret sealed under a passphrase
 * (argon2id, RFC 9106 second recommended option, then XChaCha20-Poly1305 with the public key as associated data).
 */
export interface KdfParameters {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly lanes: number;
}
/** argon2id → 32 bytes; each surrounding has its own implementation. */
export type DeriveKey = (passphrase: string, salt: Uint8Array, parameters: KdfParameters) => Promise<Uint8Array>;

export type KeyFileFault = 'notAKeyFile' | 'passphraseNeeded' | 'wrongPassphrase' | 'keyMismatch';
export class KeyFileError extends Error {
  readonly code: KeyFileFault;
  constructor(code: KeyFileFault) {
    super(code);
    this.code = code;
  }
}

export interface KeyFile {
  readonly credential: DeviceCredential;
  readonly sealed: boolean;
  readonly text: string;
}

interface Sealed {
  readonly kdf: KdfParameters & { readonly salt: string };
  readonly nonce: string;
  readonly box: string;
}

const kind = 'holdfast-device-key';
const recommended: KdfParameters = { memoryKiB: 65_536, passes: 3, lanes: 4 };
/** More than this is not our file; it would only be a way to exhaust whoever opens it. */
const most: KdfParameters = { memoryKiB: 1_048_576, passes: 16, lanes: 16 };

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value);
const within = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
const associated = (publicKey: string): Uint8Array => utf8ToBytes(`${kind}/v1:${publicKey}`);

export const newDeviceSecret = (): Uint8Array => ed25519.utils.randomSecretKey();

/** The text of a key file; sealed when a passphrase is given. */
export async function writeKeyFile(
  secret: Uint8Array,
  lock?: { passphrase: string; derive: DeriveKey },
): Promise<string> {
  const publicKey = bytesToHex(ed25519.getPublicKey(secret));
  const head = { v: 1, type: kind, id: deviceCredentialId(publicKey), publicKey };
  if (!lock) return `${JSON.stringify({ ...head, secret: bytesToHex(secret) }, null, 2)}\n`;
  const [salt, nonce] = [randomBytes(16), randomBytes(24)];
  const key = await lock.derive(lock.passphrase, salt, recommended);
  const box = xchacha20poly1305(key, nonce, associated(publicKey)).encrypt(secret);
  const sealed: Sealed = {
    kdf: { ...recommended, salt: bytesToHex(salt) },
    nonce: bytesToHex(nonce),
    box: bytesToHex(box),
  };
  return `${JSON.stringify({ ...head, sealed }, null, 2)}\n`;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new KeyFileError('notAKeyFile');
}

function isSealed(value: unknown): value is Sealed {
  const { kdf, nonce, box } = (value ?? {}) as Partial<Sealed>;
  if (!kdf || !isHex(kdf.salt, 16) || !isHex(nonce, 24) || !isHex(box, 48)) return false;
  return within(kdf.memoryKiB, most.memoryKiB) && within(kdf.passes, most.passes) && within(kdf.lanes, most.lanes);
}

/** What is readable without the passphrase. @throws KeyFileError notAKeyFile */
export function readKeyFile(text: string): KeyFile {
  const file = parse(text);
  const { publicKey } = file;
  const plain = isHex(file.secret, 32);
  if (file.v !== 1 || file.type !== kind || !isHex(publicKey, 32) || plain === isSealed(file.sealed))
    throw new KeyFileError('notAKeyFile');
  if (file.id !== deviceCredentialId(publicKey)) throw new KeyFileError('notAKeyFile');
  return { credential: { id: file.id, type: 'device', publicKey }, sealed: !plain, text };
}

/** The 32 secret bytes, checked against the public key. @throws KeyFileError */
export async function openKeyFile(
  file: KeyFile,
  lock?: { passphrase: string; derive: DeriveKey },
): Promise<Uint8Array> {
  const { secret, sealed } = parse(file.text) as { secret?: string; sealed?: Sealed };
  const bytes = secret === undefined ? await unseal(file, sealed, lock) : hexToBytes(secret);
  if (bytesToHex(ed25519.getPublicKey(bytes)) !== file.credential.publicKey) throw new KeyFileError('keyMismatch');
  return bytes;
}

async function unseal(
  file: KeyFile,
  sealed: Sealed | undefined,
  lock?: { passphrase: string; derive: DeriveKey },
): Promise<Uint8Array> {
  if (!lock || !sealed) throw new KeyFileError('passphraseNeeded');
  const key = await lock.derive(lock.passphrase, hexToBytes(sealed.kdf.salt), sealed.kdf);
  try {
    return xchacha20poly1305(key, hexToBytes(sealed.nonce), associated(file.credential.publicKey)).decrypt(
      hexToBytes(sealed.box),
    );
  } catch {
    throw new KeyFileError('wrongPassphrase');
  }
}

export function signWithSecret(secret: Uint8Array, message: Uint8Array): Proof {
  return { type: 'device', signature: bytesToHex(ed25519.sign(message, secret)) };
}
