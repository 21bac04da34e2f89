import { argon2Sync, createCipheriv, createDecipheriv } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hchacha, xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export interface KdfCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** RFC 9106 §4, second recommended option (64 MiB, 3 passes), with one lane. */
const recommended: KdfCost = { memory: 65_536, passes: 3 };
const nonceLength = 24;
/** "expand 32-byte k" (RFC 8439 §2.3). */
const sigma = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
const u32 = (bytes: Uint8Array): Uint32Array => new Uint32Array(new Uint8Array(bytes).buffer);

interface VaultFile {
  readonly v: 1;
  readonly store: string;
  readonly kdf: { readonly name: 'argon2id'; readonly salt: string; readonly memory: number; readonly passes: number };
  readonly wrapped: string;
}

/** The data key of one store: seals and opens under associated data that names what the bytes are. */
export interface Vault {
  /** Random name of the store, 32 hex; part of all associated data. */
  readonly store: string;
  seal(purpose: Uint8Array, plain: Uint8Array): Uint8Array;
  /** @throws Error when the bytes are not what was sealed for this purpose */
  open(purpose: Uint8Array, sealed: Uint8Array): Uint8Array;
}

const label = (store: string, purpose: Uint8Array): Uint8Array =>
  concatBytes(utf8ToBytes(`holdfast/store/v1|${store}|`), purpose);

/** From so many bytes on OpenSSL does the same in a tenth of the time. */
const largeFrom = 4_096;
const tagLength = 16;

/** XChaCha20-Poly1305 as its draft defines it: ChaCha20-Poly1305 (RFC 8439) under a key that HChaCha20 makes of key and nonce. */
function inner(key: Uint8Array, nonce: Uint8Array): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
  const subkey = new Uint32Array(8);
  hchacha(sigma, u32(key), u32(nonce.slice(0, 16)), subkey);
  return { key: new Uint8Array(subkey.buffer), nonce: concatBytes(new Uint8Array(4), nonce.subarray(16)) };
}

const options = { authTagLength: tagLength };

function sealed(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plain: Uint8Array): Uint8Array {
  if (plain.length < largeFrom) return xchacha20poly1305(key, nonce, aad).encrypt(plain);
  const under = inner(key, nonce);
  const cipher = createCipheriv('chacha20-poly1305', under.key, under.nonce, options);
  cipher.setAAD(aad, { plaintextLength: plain.length });
  return concatBytes(cipher.update(plain), cipher.final(), cipher.getAuthTag());
}

function opened(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, box: Uint8Array): Uint8Array {
  if (box.length < largeFrom) return xchacha20poly1305(key, nonce, aad).decrypt(box);
  const under = inner(key, nonce);
  const decipher = createDecipheriv('chacha20-poly1305', under.key, under.nonce, options);
  decipher.setAAD(aad, { plaintextLength: box.length - tagLength });
  decipher.setAuthTag(box.subarray(-tagLength));
  const plain = decipher.update(box.subarray(0, -tagLength));
  decipher.final();
  return new Uint8Array(plain.buffer, plain.byteOffset, plain.length);
}

function vaultOf(store: string, key: Uint8Array): Vault {
  return {
    store,
    seal: (purpose, plain) => {
      const nonce = randomBytes(nonceLength);
      return concatBytes(nonce, sealed(key, nonce, label(store, purpose), plain));
    },
    open: (purpose, bytes) => {
      const nonce = bytes.subarray(0, nonceLength);
      return opened(key, nonce, label(store, purpose), bytes.subarray(nonceLength));
    },
  };
}

function derive(passphrase: string, salt: Uint8Array, { memory, passes }: KdfCost): Uint8Array {
  const message = utf8ToBytes(passphrase.normalize('NFC'));
  return argon2Sync('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, memory, passes });
}

const wrapPurpose = utf8ToBytes('data-key');
const fileOf = (dir: string): string => join(dir, 'store.json');

/** Writes a file so that after a crash it is there whole, or not at all. */
export function writeWhole(file: string, text: string): void {
  const temporary = `${file}.new`;
  const handle = openSync(temporary, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(temporary, file);
  syncFolder(dirname(file));
}

/** After it, what was made, renamed or taken away in a folder stays so through a power cut. */
export function syncFolder(dir: string): void {
  const folder = openSync(dir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

export const hasVault = (dir: string): boolean => existsSync(fileOf(dir));

/** Makes a random data key and writes it wrapped by the passphrase. @throws Error when the folder has one already */
export function createVault(dir: string, passphrase: string, cost: KdfCost = recommended): Vault {
  if (hasVault(dir)) throw new Error(`The data folder ${dir} already holds a signer.`);
  const [store, key, salt] = [bytesToHex(randomBytes(16)), randomBytes(32), randomBytes(16)];
  const wrapped = vaultOf(store, derive(passphrase, salt, cost)).seal(wrapPurpose, key);
  const kdf = { name: 'argon2id', salt: bytesToHex(salt), memory: cost.memory, passes: cost.passes } as const;
  const file: VaultFile = { v: 1, store, kdf, wrapped: bytesToHex(wrapped) };
  writeWhole(fileOf(dir), `${JSON.stringify(file, null, 2)}\n`);
  return vaultOf(store, key);
}

function readVaultFile(dir: string): VaultFile {
  let file: VaultFile;
  try {
    file = JSON.parse(readFileSync(fileOf(dir), 'utf8')) as VaultFile;
  } catch (cause) {
    throw new Error(`The data folder ${dir} holds no readable store.json. Run "init" first.`, { cause });
  }
  const { kdf } = file;
  // Bounds keep an altered file from asking for no work, or for all memory.
  const sane =
    kdf?.name === 'argon2id' && kdf.memory >= 8 && kdf.memory <= 4_194_304 && kdf.passes >= 1 && kdf.passes <= 100;
  if (file.v !== 1 || !sane || !/^[0-9a-f]{144}$/.test(file.wrapped))
    throw new Error(`The store.json in ${dir} is damaged.`);
  return file;
}

/** @throws Error that says so when the passphrase is wrong */
export function openVault(dir: string, passphrase: string): Vault {
  const { store, kdf, wrapped } = readVaultFile(dir);
  const key = derive(passphrase, hexToBytes(kdf.salt), kdf);
  try {
    return vaultOf(store, vaultOf(store, key).open(wrapPurpose, hexToBytes(wrapped)));
  } catch (cause) {
    throw new Error('The passphrase is wrong, or store.json was altered.', { cause });
  }
}
