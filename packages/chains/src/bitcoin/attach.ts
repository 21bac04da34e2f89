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
function witnessOf(
  signature: Signature,
  { leaf, ...input }: UnsignedBitcoinTx['inputs'][number],
  { scheme, digest }: SigHashes[number],
): Uint8Array {
  const publicKey = hexToBytes(input.publicKey);
  if (signature.scheme === 'schnorr' && scheme === 'schnorr') {
    const witness = taprootWitness(signature.bytes, publicKey, digest);
    return leaf ? leafWitness(witness, leaf) : witness;
  }
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

/** Signature, script, and where the script is (BIP341). @param witness with the signature alone */
function leafWitness(witness: Uint8Array, leaf: { readonly script: string; readonly control: string }): Uint8Array {
  const items = [hexToBytes(leaf.script), hexToBytes(leaf.control)];
  const sized = items.map((item) =>
    concatBytes(
      item.length < 0xfd ? new Uint8Array([item.length]) : new Uint8Array([0xfd, item.length & 0xff, item.length >> 8]),
      item,
    ),
  );
  return concatBytes(new Uint8Array([1 + items.length]), witness.subarray(1), ...sized);
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
    return witnessOf(signature, input, sighash);
  });
  const bytes = hexToBytes(unsigned.bytes);
  const [version, body, lockTime] = [bytes.subarray(0, 4), bytes.subarray(4, -4), bytes.subarray(-4)];
  const raw = bytesToHex(concatBytes(version, new Uint8Array([0, 1]), body, ...witnesses, lockTime));
  return { raw, txid: parseTx(raw).txid };
}
