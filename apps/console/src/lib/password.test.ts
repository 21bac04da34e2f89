import { expect, it } from 'vitest';
import { passwordStrength } from './password.ts';

const about = ['Ada Lovelace', 'ada.lovelace@northwind.example', 'Analytical (Engines)'];

it.each([
  'AdaLovelace2026',
  'ada.lovelace@northwind.example',
  'Northwind-Northwind',
  'Analytical (Engines) 1',
  'analytical-LOVELACE!!',
])('%s is weak for whoever is called that, though it is good for others', (password) => {
  expect(passwordStrength(password, about)).toBe(1);
  expect(passwordStrength(password)).toBeGreaterThan(1);
});

it('what stands beside a name is judged by itself, and short names cut nothing', () => {
  expect(passwordStrength('Lovelace: quiet lantern over 9 harbours', about)).toBe(3);
  expect(passwordStrength('Correct-horse-battery-9', ['Jo', ''])).toBe(3);
  expect(passwordStrength('short', about)).toBe(0);
});
