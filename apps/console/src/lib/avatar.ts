import { avatarColor } from '@holdfast/money';

/** Two letters, so that most people of one team look different: of the first two words, or of the only one. */
export function avatarLetters(name: string): string {
  const [first = '', second = [...first][1] ?? ''] = name.trim().split(/\s+/);
  return [first, second].map((word) => [...word][0] ?? '').join('');
}

const numberOf = (name: string): number =>
  [...name.trim()].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 8191, 7);

/** From the colour of the first letter (spec §3) to one of eight others, in one of five ways, by the whole name: people whose names begin alike look different. */
export function avatarStyle(name: string): string {
  const number = numberOf(name);
  return `avatar avatar-${avatarColor(name)} avatar-${number % 8} turn-${number % 5}`;
}
