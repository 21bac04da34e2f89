/** How contracts write what they answer (the ABI of Solidity), on every chain that runs such: strangers wrote it. */
import { bytesToHex } from '@noble/hashes/utils.js';

export const longestText = 255;
export const wordBytes = 32;

/** A text as contracts answer it: where it begins, how long it is, and its bytes. */
export function textIn(answer: Uint8Array | undefined, longest = longestText): string | undefined {
  if (!answer || answer.length < 2 * wordBytes) return undefined;
  const numberAt = (at: number): bigint => BigInt(`0x${bytesToHex(answer.subarray(at, at + wordBytes))}`);
  const [begins, length] = [numberAt(0), numberAt(wordBytes)];
  if (begins !== BigInt(wordBytes) || length > BigInt(longest)) return undefined;
  const bytes = answer.subarray(2 * wordBytes, 2 * wordBytes + Number(length));
  if (bytes.length < Number(length)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
