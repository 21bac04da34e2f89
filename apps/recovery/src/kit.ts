import { type Kit, KitError, kitFromJson, kitGroup, kitToJson, kitType, provePossession } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Decrypter, Encrypter } from 'age-encryption';

export { type Kit, KitError, kitFromJson, kitGroup, kitToJson };

/*
 * The kit as a file: its JSON inside an age file under a passphrase (age-encryption.org/v1, scrypt recipient). Any age tool opens it; nothing
 * of it depends on this software.
 */

/** scrypt N = 2^18 as age's own tool uses: about a second, 256 MiB. */
const workFactor = 18;
export const minPassphraseLength = 12;

export const kitFileName = (kit: Kit): string => `${kitType}-${kitGroup(kit).slice(0, 8)}.age`;

/** The age file. Blocks for about a second: scrypt is meant to be slow. */
export async function sealKit(kit: Kit, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase.normalize('NFC'));
  return encrypter.encrypt(kitToJson(kit));
}

const ageHeader = utf8ToBytes('age-encryption.org/v1\n');

/** Opens and checks a kit file. @throws KitError wrongPassphrase also when the file was altered: age cannot tell them apart in its header */
export async function openKit(file: Uint8Array, passphrase: string): Promise<Kit> {
  if (!ageHeader.every((byte, i) => file[i] === byte)) throw new KitError('notAKit');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.normalize('NFC'));
  let text: string;
  try {
    text = await decrypter.decrypt(file, 'text');
  } catch (error) {
    throw new KitError('wrongPassphrase', error);
  }
  return kitFromJson(text);
}

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
