import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import { checkedSignature } from '../signature.ts';
import type { ChainConfig, EcdsaSignature, Signature, SignedTx } from '../types.ts';
import { taprootKey } from './address.ts';
import { decodeBitcoin } from './decode.ts';
import { parseTx } from './parse.ts';
import type { UnsignedBitcoinTx } from './types.ts';

const sigHashAll = 1;

/** The witness of an input, by the scheme that it is spent with. @throws ChainError `badSignature` for a signature of another */
function witnessOf(signature: Signature, publicKey: Uint8Array, { scheme, digest }: SigHashes[number]): Uint8Array {
  if (signature.scheme === 'schnorr' && scheme === 'schnorr') return taprootWitness(signature.bytes, publicKey, digest);
  if (signature.scheme === 'ecdsa' && scheme === 'ecdsa') return keyHashWitness(signature, publicKey, digest);
  throw new ChainError('badSignature', `${signature.scheme} in place of ${scheme}`);
}
type SigHashes = UnsignedBitcoinTx['sighashes'];

/** The bare signature: SIGHASH_DEFAULT has no byte of its own (BIP341). @throws ChainError `badSignature` */
function taprootWitness(signature: Uint8Array, publicKey: Uint8Array, digest: string): Uint8Array {
  const isValid = signature.length === 64 && schnorr.verify(signature, hexToBytes(digest), taprootKey(publicKey));
  if (!isValid) throw new ChainError('badSignature', 'another key made it');
  return concatBytes(new Uint8Array([1, 64]), signature);
}

/** DER signature with hash type, and key: the witness of a P2WPKH input (BIP141). @throws ChainError `badSignature` */
function keyHashWitness(signature: EcdsaSignature, publicKey: Uint8Array, digest: string): Uint8Array {
  const checked = checkedSignature(signature);
  const valid = secp256k1.verify(checked.toBytes('compact'), hexToBytes(digest), publicKey, {
    prehash: false,
    lowS: true,
  });
  if (!valid) throw new ChainError('badSignature', 'another key made it');
  const der = concatBytes(checked.toBytes('der'), new Uint8Array([sigHashAll]));
  return concatBytes(new Uint8Array([2, der.length]), der, new Uint8Array([publicKey.length]), publicKey);
}

/** @param signatures one for each input, in order @throws ChainError `badSignature` */
export function attachBitcoin(
  chain: ChainConfig,
  unsigned: UnsignedBitcoinTx,
  signatures: readonly Signature[],
): SignedTx {
  decodeBitcoin(chain, unsigned);
  const { sighashes } = unsigned;
  if (signatures.length !== sighashes.length) throw new ChainError('badSignature', `${sighashes.length} are needed`);
  const witnesses = unsigned.inputs.map((input, n) => {
    const [signature, sighash] = [signatures[n], sighashes[n]];
    if (!signature || !sighash) throw new ChainError('badSignature', `input ${n}`);
    return witnessOf(signature, hexToBytes(input.publicKey), sighash);
  });
  const bytes = hexToBytes(unsigned.bytes);
  const [version, body, lockTime] = [bytes.subarray(0, 4), bytes.subarray(4, -4), bytes.subarray(-4)];
  const raw = bytesToHex(concatBytes(version, new Uint8Array([0, 1]), body, ...witnesses, lockTime));
  return { raw, txid: parseTx(raw).txid };
}
