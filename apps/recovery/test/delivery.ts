import { type DeliveryStatement, signDelivery } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { armor, Encrypter } from 'age-encryption';
import { verifyingOf } from '../src/delivered.ts';
import { type Kit, kitGroup, kitToJson } from '../src/kit.ts';

export interface SigningKeys {
  readonly secret: Uint8Array;
  readonly identity: string;
  readonly channel: string;
}
export function newSigningKeys(): SigningKeys {
  const { secretKey: secret, publicKey } = ed25519.keygen();
  return { secret, identity: bytesToHex(publicKey), channel: bytesToHex(ed25519.keygen().publicKey) };
}

/** A file as a signer with these keys would give it out; `changes` are what it states falsely. */
export async function delivery(
  kit: Kit,
  recipient: string,
  { secret, identity, channel }: SigningKeys,
  changes: Partial<DeliveryStatement> = {},
): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const age = await encrypter.encrypt(kitToJson(kit));
  const statement: DeliveryStatement = {
    v: '1',
    domain: 'holdfast/key-material/v1',
    deployment: kit.deployment,
    intent: '1'.repeat(64),
    file: bytesToHex(sha256(age)),
    keyGroup: kitGroup(kit),
    epoch: String(kit.secp256k1.epoch),
    signer: String(kit.secp256k1.me),
    identity,
    channel,
    shares: verifyingOf(kit),
    ...changes,
  };
  return signDelivery(statement, armor.encode(age), secret);
}

interface Curve {
  readonly BASE: { multiply(n: bigint): Point };
  fromBytes(bytes: Uint8Array): Point;
}
interface Point {
  add(other: Point): Point;
  subtract(other: Point): Point;
  multiply(n: bigint): Point;
  toBytes(): Uint8Array;
}
/** A share that fits the public keys of a group and is none of it, made by somebody who knows nothing else. */
function madeUp<K extends Kit['secp256k1']>(known: K, curve: Curve, share: bigint): K {
  const whole = curve.fromBytes(known.groupPublic);
  const slope = curve.BASE.multiply(share).subtract(whole);
  const verifyingShares = Object.fromEntries([1n, 2n, 3n].map((x) => [x, whole.add(slope.multiply(x)).toBytes()]));
  return { ...known, me: 1, share, verifyingShares };
}
/** A kit with the group's public keys and made-up shares; it holds together, and recovers nothing. */
export const forgery = (kit: Kit): Kit => ({
  ...kit,
  secp256k1: madeUp(kit.secp256k1, secp256k1.Point as unknown as Curve, 12_345n),
  ed25519: madeUp(kit.ed25519, ed25519.Point as unknown as Curve, 54_321n),
});
