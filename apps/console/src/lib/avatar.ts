import { avatarColor } from '@holdfast/money';

/** Two letters, so that most people of one team look different: of the first two words, or of the only one. */
export function avatarLetters(name: string): string {
  const [first = '', second = [...first][1] ?? ''] = name.trim().split(/\s+/);
  return [first, second].map((word) => [...word][0] ?? '').join('');
}

/** In the colour of the first letter (spec §3). */
export const avatarStyle = (name: string): string => `avatar avatar-${avatarColor(name)}`;
