import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { RpcFault } from './faults.ts';

/** Whose signature of a digest it is: `0x`, r, s and 27 or 28 in hex. @returns undefined where it is nobody's */
export function makerOf(digest: Uint8Array, signature: string): string | undefined {
  const [, rs = '', v = ''] = /^0x([0-9a-f]{128})(1[bc])$/.exec(signature) ?? [];
  if (v === '') return undefined;
  try {
    const made = secp256k1.Signature.fromHex(rs, 'compact').addRecoveryBit(v === '1b' ? 0 : 1);
    const key = made.recoverPublicKey(digest).toBytes(false);
    return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}`;
  } catch {
    return undefined;
  }
}

/** `personal_ecRecover`: whose signature of a text it is, as applications ask that want to see what they were given. @throws RpcFault invalidParams */
export function recoverText([data, signature]: readonly unknown[]): string {
  if (typeof data !== 'string' || typeof signature !== 'string')
    throw new RpcFault('invalidParams', 'a message and its signature are wanted');
  const bytes = /^0x([0-9a-fA-F]{2})*$/.test(data) ? hexToBytes(data.slice(2)) : utf8ToBytes(data);
  const before = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`);
  const maker = makerOf(keccak_256(concatBytes(before, bytes)), signature.toLowerCase());
  if (maker === undefined) throw new RpcFault('invalidParams', 'this is nobody’s signature');
  return maker;
}
