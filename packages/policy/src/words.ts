const consonants = 'bdfghjklmnprstvz';
const vowels = 'aiou';

/** 16 bits as consonant-vowel-consonant-vowel-consonant (Wilkerson, "A Proposal for Proquints", 2009). */
function proquint(word: number): string {
  const c = (shift: number): string => consonants.charAt((word >> shift) & 15);
  const v = (shift: number): string => vowels.charAt((word >> shift) & 3);
  return c(12) + v(10) + c(6) + v(4) + c(0);
}

/**
 * The first 128 bits of a digest as eight pronounceable words, for people who compare two screens.
 * The words belong to no language, so every member reads the same ones.
 */
export function digestWords(digest: Uint8Array): string[] {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  return Array.from({ length: 8 }, (_, i) => proquint(view.getUint16(i * 2)));
}
