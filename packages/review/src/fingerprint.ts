import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** 32 bytes that name a signer's public keys, for people to compare; `holdfast fingerprint` computes it from its `identity.pub.json`. */
export const signerFingerprint = (keys: { readonly identity: string; readonly channel: string }): Uint8Array =>
  sha256(concatBytes(utf8ToBytes('holdfast/signer/v1'), hexToBytes(keys.identity), hexToBytes(keys.channel)));

/** 32 bytes that name the keys of a group; noted with the recovery kit. */
export const keyGroupFingerprint = (group: {
  readonly id: string;
  readonly secp256k1: { readonly publicKey: string };
  readonly ed25519: { readonly publicKey: string };
}): Uint8Array =>
  sha256(utf8ToBytes(`holdfast/keyGroup/v1|${group.id}|${group.secp256k1.publicKey}|${group.ed25519.publicKey}`));
