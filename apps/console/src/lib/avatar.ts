import { avatarColor, avatarColors } from '@holdfast/money';

/** Two letters, so that most people of one team look different: of the first two words, or of the only one. */
export function avatarLetters(name: string): string {
  const [first = '', second = [...first][1] ?? ''] = name.trim().split(/\s+/);
  return [first, second].map((word) => [...word][0] ?? '').join('');
}

/** A number from a whole name. */
const numberOf = (name: string): number =>
  [...name.trim()].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 8191, 7);

/** From the colour of the first letter (spec §3) to another one by the whole name: people whose names begin alike look different. */
export function avatarStyle(name: string): string {
  const color = avatarColor(name);
  const own = (avatarColors as readonly string[]).indexOf(color);
  return `avatar avatar-${color} avatar-${(own + 1 + (numberOf(name) % 7)) % 8}`;
}
