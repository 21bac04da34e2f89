import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import { ecdsaOnly, recoverKey } from '../signature.ts';
import type { ChainConfig, Signature, SignedTx } from '../types.ts';
import { tronAddressOf } from './address.ts';
import { decodeTron } from './decode.ts';
import { writeMessage } from './protobuf.ts';
import * as schema from './schema.ts';
import type { UnsignedTronTx } from './types.ts';

const hex64 = (value: bigint): string => value.toString(16).padStart(64, '0');

/** A signature as nodes take it: r, s, and 27 or 28. @throws ChainError `badSignature` unless it recovers to the paying account */
export function attachTron(chain: ChainConfig, unsigned: UnsignedTronTx, signatures: readonly Signature[]): SignedTx {
  decodeTron(chain, unsigned);
  const [signature] = ecdsaOnly(signatures);
  if (!signature || signatures.length !== 1) throw new ChainError('badSignature', 'exactly one is needed');
  const raw = hexToBytes(unsigned.bytes);
  const digest = sha256(raw);
  if (tronAddressOf(recoverKey(signature, digest)) !== unsigned.from)
    throw new ChainError('badSignature', 'another key made it');
  const { r, s, recid } = signature;
  const bytes = hexToBytes(`${hex64(r)}${hex64(s)}${recid === 0 ? '1b' : '1c'}`);
  const signed = writeMessage(schema.transaction, { raw, signature: bytes });
  return { raw: bytesToHex(signed), txid: bytesToHex(digest) };
}
