import { ed25519 } from '@holdfast/ed25519';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainConfig, Signature, SignedTx } from '../types.ts';
import { type RawAddress, rawOf } from './address.ts';
import { type ReadCell, readBoc } from './boc.ts';
import { bocOf, bytesField, type Cell, cellOf, depthOf, hashOf } from './cell.ts';
import { decodeTon } from './decode.ts';
import { formAt } from './forms.ts';
import type { UnsignedTonTx } from './types.ts';
import { externalHash, externalHead, walletInit } from './wallet.ts';

const writable = ({ data, bitLength, refs }: ReadCell): Cell =>
  cellOf([bytesField(data).slice(0, bitLength)], refs.map(writable));

/** `ext_in_msg_info` from nobody, its body beside it. */
function external(to: RawAddress, init: Cell | undefined, body: Cell): Cell {
  return cellOf([externalHead(to), init ? '11' : '0', '1'], init ? [init, body] : [body]);
}

/**
 * The message as it goes to a node. The first of an account brings its state init. Its id is the hash of the message without that (TEP-467), which is the
 * same whoever sends it, and which explorers find. @throws ChainError `badSignature` unless the wallet's key made the one signature
 */
export function attachTon(chain: ChainConfig, unsigned: UnsignedTonTx, signatures: readonly Signature[]): SignedTx {
  const { conflict, sighashes } = decodeTon(chain, unsigned);
  const [signature] = signatures;
  const [asked] = sighashes;
  if (signature?.scheme !== 'ed25519' || asked?.scheme !== 'ed25519' || signatures.length !== 1)
    throw new ChainError('badSignature', 'exactly one of Ed25519 is needed');
  const publicKey = hexToBytes(unsigned.publicKey);
  const good = ed25519.verify(signature.bytes, hexToBytes(asked.message), publicKey, { zip215: false });
  if (!good) throw new ChainError('badSignature', 'another key made it');
  const payload = writable(readBoc(hexToBytes(unsigned.bytes)));
  const form = formAt(asked.path);
  const signed = [payload.bits, bytesField(signature.bytes)];
  // v4r2 has the signature before what is signed.
  const body = cellOf(form === 'v4r2' ? signed.toReversed() : signed, payload.refs);
  const to = rawOf(unsigned.from);
  const isFirst = 'nonce' in conflict && conflict.nonce === '0';
  const whole = external(to, isFirst ? walletInit(chain, publicKey, form) : undefined, body);
  return { raw: bytesToHex(bocOf(whole)), txid: externalHash(to, bytesToHex(hashOf(body)), depthOf(body)) };
}
