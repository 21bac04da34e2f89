import { avatarColor, avatarColors } from '@holdfast/money';

/** Two letters, so that most people of one team look different: of the first two words, or of the only one. */
export function avatarLetters(name: string): string {
  const [first = '', second = [...first][1] ?? ''] = name.trim().split(/\s+/);
  return [first, second].map((word) => [...word][0] ?? '').join('');
}

/** A number from a whole name. */
const numberOf = (name: string): number =>
  [...name.trim()].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 8191, 7);

/**
 * From the colour of the first letter (spec §3) to another one, one way or the other, by the whole name: people whose names begin alike look different.
 */
export function avatarStyle(name: string): string {
  const color = avatarColor(name);
  const own = color === 'grey' ? -1 : avatarColors.indexOf(color);
  const others = avatarColors.length - (own < 0 ? 0 : 1);
  const number = numberOf(name);
  const other = (own + 1 + (number % others)) % avatarColors.length;
  return `avatar avatar-${color} avatar-${other}${Math.floor(number / others) % 2 === 0 ? '' : ' avatar-turned'}`;
}
