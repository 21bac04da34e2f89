import { minPassphraseLength } from './kit.ts';

/** 0 too short, then 1 weak … 4 strong. A hint for people, not a promise: length counts most, sameness takes away. */
export function passphraseLevel(passphrase: string): 0 | 1 | 2 | 3 | 4 {
  const characters = [...passphrase];
  if (characters.length < minPassphraseLength) return 0;
  const different = new Set(characters.map((c) => c.toLowerCase())).size;
  if (different < 5) return 1;
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u].filter((kind) =>
    kind.test(passphrase),
  ).length;
  const score = characters.length + different + classes * 3;
  if (score >= 44) return 4;
  return score >= 32 ? 3 : 2;
}
