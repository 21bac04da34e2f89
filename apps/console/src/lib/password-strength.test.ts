import { guessedPasswords, passwordsOf, soundPasswords } from '@holdfast/testkit/passwords';
import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it.each(guessedPasswords)('%s is called weak, as the server refuses it', (password) => {
  expect(passwordStrength(password, passwordsOf)).toBe(1);
});

it.each(soundPasswords)('%s is not called weak, as the server takes it', (password) => {
  expect(passwordStrength(password, passwordsOf)).toBeGreaterThan(1);
});

it('a name is worth nothing to whoever is called that', () => {
  expect(passwordStrength('QuillworthTrading1', passwordsOf)).toBe(1);
  expect(passwordStrength('QuillworthTrading1')).toBeGreaterThan(1);
});
