import { avatarColor } from '@holdfast/money';

/** Two letters, so that most people of one team look different: of the first two words, or of the only one. */
export function avatarLetters(name: string): string {
  const [first = '', second = [...first][1] ?? ''] = name.trim().split(/\s+/);
  return [first, second].map((word) => [...word][0] ?? '').join('');
}

const others = 8;
/** Which other colour a whole name has. */
const otherOf = (name: string): number =>
  [...name.trim()].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 8191, 7) % others;

/** From the colour of the first letter (spec §3) to another by the whole name: people whose names begin alike look different. */
export const avatarStyle = (name: string): string => `avatar avatar-${avatarColor(name)} avatar-${otherOf(name)}`;
