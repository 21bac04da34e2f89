import { expect, it } from 'vitest';
import { avatarLetters, avatarStyle } from './avatar.ts';

const look = (name: string): string => `${avatarLetters(name)} ${avatarStyle(name)}`;

it('people whose names begin alike have one colour and look different', () => {
  const names = ['Olivia Owner', 'Olga Operator', 'Olga Ops', 'Oscar Owen', 'Otto Olsen'];
  expect(new Set(names.map((name) => avatarStyle(name).split(' ')[1])).size).toBe(1);
  expect(look('Olivia Owner')).not.toBe(look('Olga Operator'));
  expect(new Set(names.map(look)).size).toBeGreaterThan(3);
});

it('the same name looks the same wherever it stands, and one without letters has a look too', () => {
  expect(look(' 张伟')).toBe(look('张伟'));
  expect(avatarStyle('')).toMatch(/^avatar avatar-grey avatar-\d$/);
});
