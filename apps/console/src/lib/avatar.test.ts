import { readFileSync } from 'node:fs';
import path from 'node:path';
import { avatarColors } from '@holdfast/money';
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
  expect(avatarStyle('')).toMatch(/^avatar avatar-grey avatar-\d/);
});

const css = readFileSync(path.resolve(import.meta.dirname, '../app/app.css'), 'utf8');
const found = (what: string): string[] =>
  [...css.matchAll(new RegExp(`\n  \\.avatar-\\w+ \\{\\s*${what}: (#[0-9a-f]{6});`, 'g'))].map(
    ([, color = '']) => color,
  );
const colorOf = (style: string, what: string): string | undefined =>
  new RegExp(`\n  \\.${style} \\{\\s*${what}: (#[0-9a-f]{6});`).exec(css)?.[1];
/** WCAG 2: relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
/** In degrees. */
function hue(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

it('white reads on every colour of a person, and no two of the eight are near each other in hue', () => {
  const [first, other] = [found('background-color'), found('--avatar-to')];
  expect([first.length, other.length]).toEqual([9, 8]);
  for (const color of [...first, ...other])
    expect([color, 1.05 / (luminance(color) + 0.05) >= 4.5]).toEqual([color, true]);
  const hues = other.map(hue).sort((a, b) => a - b);
  const apart = hues.map((one, at) => ((hues[(at + 1) % hues.length] ?? 0) - one + 360) % 360);
  expect(Math.min(...apart)).toBeGreaterThan(25);
});

it('of a team whose names begin alike, letters and colours tell each from the others', () => {
  const team = ['Anna Approver', 'Adam Approver', 'Alice Ames', 'Aaron Abel', 'Ada Adler', 'Amir Aziz'];
  expect(new Set(team.map(look)).size).toBeGreaterThan(3);
  // Never twice the same colour: that would be the colour of the letter alone.
  for (const color of avatarColors)
    for (const other of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const same = colorOf(`avatar-${color}`, 'background-color') === colorOf(`avatar-${other}`, '--avatar-to');
      expect([color, other, css.includes(`.avatar-${color}.avatar-${other}`)]).toEqual([color, other, same]);
    }
  expect(new Set(['张伟', '王芳', '李娜', '刘洋'].map(avatarStyle)).size).toBeGreaterThan(2);
});
