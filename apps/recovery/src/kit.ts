import { type KeyShare, keyGroupId, MpcAbort, provePossession, shareFromJson, shareToJson } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Decrypter, Encrypter } from 'age-encryption';

/**
 * The recovery kit: one party's shares of both keys of a group with everything public about them, as JSON inside an age file under a
 * passphrase (age-encryption.org/v1, scrypt recipient). Any age tool opens it; nothing of it depends on this software.
 */
export interface Kit {
  readonly deployment: string;
  /** Id of the ceremony that made the keys. */
  readonly ceremony: string;
  readonly createdAt: string;
  readonly secp256k1: KeyShare;
  readonly ed25519: KeyShare;
}

export type KitFault = 'notAKit' | 'wrongPassphrase' | 'newerVersion' | 'inconsistent';
export class KitError extends Error {
  readonly code: KitFault;
  constructor(code: KitFault, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const type = 'holdfast-recovery-kit';
/** scrypt N = 2^18 as age's own tool uses: about a second, 256 MiB. */
const workFactor = 18;
export const minPassphraseLength = 12;

export const kitGroup = (kit: Kit): string => keyGroupId(kit.secp256k1, kit.ed25519);
export const kitFileName = (kit: Kit): string => `${type}-${kitGroup(kit).slice(0, 8)}.age`;

/** The JSON inside, complete enough to recover with other software: shares, verifying shares, group keys, chain codes, epoch. */
export function kitToJson(kit: Kit): string {
  const { deployment, ceremony, createdAt } = kit;
  const share = (key: KeyShare): unknown => JSON.parse(shareToJson(key));
  const shares = { secp256k1: share(kit.secp256k1), ed25519: share(kit.ed25519) };
  return `${JSON.stringify({ v: 1, type, createdAt, deployment, ceremony, keyGroup: kitGroup(kit), party: kit.secp256k1.me, shares }, null, 2)}\n`;
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new KitError('notAKit');
}

function readShare(shares: unknown, curve: 'secp256k1' | 'ed25519'): KeyShare {
  try {
    const share = shareFromJson(JSON.stringify((shares as Record<string, unknown>)[curve]));
    if (share.curve === curve) return share;
  } catch (error) {
    // The library names what is wrong; anything else wrong in the file is as bad.
    throw new KitError('inconsistent', error instanceof MpcAbort ? error : undefined);
  }
  throw new KitError('inconsistent');
}

/** Reads and checks the JSON: shares must fit their public keys and the group's name. @throws KitError */
export function kitFromJson(text: string): Kit {
  const { v, type: kind, createdAt, deployment, ceremony, keyGroup, party, shares } = fieldsOf(text);
  if (kind !== type) throw new KitError('notAKit');
  if (v !== 1) throw new KitError('newerVersion');
  if (typeof createdAt !== 'string' || typeof deployment !== 'string' || typeof ceremony !== 'string')
    throw new KitError('inconsistent');
  const kit = {
    deployment,
    ceremony,
    createdAt,
    secp256k1: readShare(shares, 'secp256k1'),
    ed25519: readShare(shares, 'ed25519'),
  };
  const { me } = kit.secp256k1;
  if (me !== party || kit.ed25519.me !== me || kitGroup(kit) !== keyGroup) throw new KitError('inconsistent');
  return kit;
}

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
