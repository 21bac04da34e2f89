import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

/** The three bits of 2048 that an address or topic sets in a block's `logsBloom` (Yellow Paper, section 4.3.1). */
function bitsOf(hex: string): number[] {
  const hash = keccak_256(hexToBytes(hex.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047);
}

/**
 * Tells from a header whether a block can hold logs of any of these contracts. It never misses one; now and then it says yes
 * in vain, which costs a call.
 */
export function bloomOf(contracts: readonly string[]): (logsBloom: string) => boolean {
  const wanted = contracts.map((contract) => bitsOf(contract.toLowerCase()));
  return (logsBloom) => {
    const bytes = hexToBytes(logsBloom.slice(2));
    const isSet = (bit: number): boolean => (((bytes[255 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1;
    return wanted.some((bits) => bits.every(isSet));
  };
}
