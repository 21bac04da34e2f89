import { type Kit, KitError, kitFromJson, kitGroup, kitToJson, kitType, provePossession } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

export { type Kit, KitError, kitFromJson, kitGroup, kitToJson };

/*
 * The kit as a file: its JSON inside an age file under a passphrase (age-encryption.org/v1, scrypt recipient). Any age tool opens it; nothing
 * of it depends on this software.
 */

/** scrypt N = 2^18 as age's own tool uses: about a second, 256 MiB. */
const workFactor = 18;
export const minPassphraseLength = 12;

export const kitFileName = (kit: Kit): string => `${kitType}-${kitGroup(kit).slice(0, 8)}.age`;

async function sealText(text: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase.normalize('NFC'));
  return encrypter.encrypt(text);
}

/** The age file. Blocks for about a second: scrypt is meant to be slow. */
export const sealKit = (kit: Kit, passphrase: string): Promise<Uint8Array> => sealText(kitToJson(kit), passphrase);

const ageHeader = utf8ToBytes('age-encryption.org/v1\n');

async function openText(file: Uint8Array, use: (decrypter: Decrypter) => void): Promise<string> {
  if (!ageHeader.every((byte, i) => file[i] === byte)) throw new KitError('notAKit');
  const decrypter = new Decrypter();
  use(decrypter);
  try {
    return await decrypter.decrypt(file, 'text');
  } catch (error) {
    throw new KitError('wrongPassphrase', error);
  }
}
const openSealed = (file: Uint8Array, passphrase: string): Promise<string> =>
  openText(file, (decrypter) => decrypter.addPassphrase(passphrase.normalize('NFC')));

/** Opens and checks a kit file. @throws KitError wrongPassphrase also when the file was altered: age cannot tell them apart in its header */
export const openKit = async (file: Uint8Array, passphrase: string): Promise<Kit> =>
  kitFromJson(await openSealed(file, passphrase));

/** Somebody to whom key material can be encrypted: the secret stays with them, the recipient is what members approve. */
export interface KitRecipient {
  readonly identity: string;
  readonly recipient: string;
}
export async function newRecipient(): Promise<KitRecipient> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The secret under a passphrase, as any age tool reads it. */
export const sealRecipient = ({ identity }: KitRecipient, passphrase: string): Promise<Uint8Array> =>
  sealText(`${identity}\n`, passphrase);

/** @throws KitError wrongPassphrase, or notAKit for a file that holds no such secret */
export async function openRecipient(file: Uint8Array, passphrase: string): Promise<KitRecipient> {
  const identity = (await openSealed(file, passphrase)).trim();
  if (!/^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(identity)) throw new KitError('notAKit');
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Opens and checks a kit that is encrypted to a recipient. @throws KitError wrongPassphrase when it is encrypted to somebody else, or was altered */
export const openWithRecipient = async (file: Uint8Array, { identity }: KitRecipient): Promise<Kit> =>
  kitFromJson(await openText(file, (decrypter) => decrypter.addIdentity(identity)));

/** What the proof of possession is bound to: this ceremony and this key group. The signers compute the same. */
const possessionContext = (kit: Kit): Uint8Array =>
  sha256(utf8ToBytes(`holdfast/possession/v1|${kit.ceremony}|${kitGroup(kit)}`));

/** Shows that whoever opened the kit knows both shares, without showing them. */
export function proveKit(kit: Kit): { secp256k1: string; ed25519: string } {
  const context = possessionContext(kit);
  return {
    secp256k1: bytesToHex(provePossession(kit.secp256k1, context)),
    ed25519: bytesToHex(provePossession(kit.ed25519, context)),
  };
}
