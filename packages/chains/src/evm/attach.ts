import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'micro-eth-signer';
import { ChainError } from '../errors.ts';
import { ecdsaOnly, recoverKey } from '../signature.ts';
import type { ChainConfig, Signature, SignedTx } from '../types.ts';
import { evmAddressOf } from './address.ts';
import { decodeEvm } from './decode.ts';
import type { UnsignedEvmTx } from './types.ts';

type Eip1559Fields = ConstructorParameters<typeof Transaction<'eip1559'>>[1];

/** @throws ChainError `badSignature` unless the one signature recovers to the paying account */
export function attachEvm(chain: ChainConfig, unsigned: UnsignedEvmTx, signatures: readonly Signature[]): SignedTx {
  decodeEvm(chain, unsigned);
  const [signature] = ecdsaOnly(signatures);
  if (!signature || signatures.length !== 1) throw new ChainError('badSignature', 'exactly one is needed');
  const bytes = hexToBytes(unsigned.bytes);
  if (evmAddressOf(recoverKey(signature, keccak_256(bytes))) !== unsigned.from)
    throw new ChainError('badSignature', 'another key made it');
  const { r, s, recid } = signature;
  const fields = { ...Transaction.fromBytes(bytes).raw, r, s, yParity: recid };
  const signed = new Transaction('eip1559', fields as Eip1559Fields, { strict: false }).toBytes();
  return { raw: bytesToHex(signed), txid: `0x${bytesToHex(keccak_256(signed))}` };
}
