import { createPublicKey, verify } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { EcdsaSignature } from '../src/index.ts';

/** Verifiers that share no code with the points under test: OpenSSL, and noble. */
const spkiPrefix = {
  secp256k1: '3036301006072a8648ce3d020106052b8104000a032200',
  ed25519: '302a300506032b6570032100',
} as const;

function opensslKey(curve: keyof typeof spkiPrefix, publicKey: Uint8Array) {
  const der = Buffer.concat([Buffer.from(spkiPrefix[curve], 'hex'), publicKey]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

/** OpenSSL hashes what it verifies, so the digest given here is SHA-256 of `message`. */
export function opensslEcdsa(message: Uint8Array, { r, s }: EcdsaSignature, publicKey: Uint8Array): boolean {
  const signature = new secp256k1.Signature(r, s).toBytes('der');
  return verify('sha256', message, opensslKey('secp256k1', publicKey), signature);
}

export function opensslEd25519(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return verify(null, message, opensslKey('ed25519', publicKey), signature);
}

/** noble: verifies (it refuses high s) and recovers the public key by the recovery id. */
export function nobleEcdsa(digest: Uint8Array, { r, s, recid }: EcdsaSignature, publicKey: Uint8Array): boolean {
  const signature = new secp256k1.Signature(r, s, recid);
  const recovered = signature.recoverPublicKey(digest).toBytes();
  const rules = { prehash: false, lowS: true };
  return (
    secp256k1.verify(signature.toBytes('compact'), digest, publicKey, rules) && Buffer.from(recovered).equals(publicKey)
  );
}
