import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { guessedPasswords, passwordsOf, soundPasswords } from '@holdfast/testkit/passwords';
import { beforeAll, expect, it } from 'vitest';
import { loadStrength } from './password-strength.ts';

let strengthOf: Awaited<ReturnType<typeof loadStrength>>;
beforeAll(async () => {
  const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/dist/passwords.json.mjs');
  strengthOf = await loadStrength(() => readFile(list, 'utf8'));
});

it.each(guessedPasswords)('%s is called weak, as the server refuses it', (password) => {
  expect(strengthOf(password, passwordsOf)).toBe(1);
});

it.each(soundPasswords)('%s is not called weak, as the server takes it', (password) => {
  expect(strengthOf(password, passwordsOf)).toBeGreaterThan(1);
});

it('a name is worth nothing to whoever is called that', () => {
  expect(strengthOf('QuillworthTrading1', passwordsOf)).toBe(1);
  expect(strengthOf('QuillworthTrading1', [])).toBeGreaterThan(1);
});
