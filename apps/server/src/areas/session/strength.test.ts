import { guessedPasswords, passwordsOf, soundPasswords } from '@holdfast/testkit/passwords';
import { expect, test } from 'vitest';
import { isGuessable } from './strength.ts';

test.each(guessedPasswords)('%s is refused: it is guessed first', async (password) => {
  expect(await isGuessable(password, passwordsOf)).toBe(true);
});

test.each(soundPasswords)('%s is taken', async (password) => {
  expect(await isGuessable(password, passwordsOf)).toBe(false);
});

test('the server goes on meanwhile, however long and odd the password', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await isGuessable('@4a$5s'.repeat(170), ['a'.repeat(254)]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
