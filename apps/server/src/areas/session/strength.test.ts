import { expect, test } from 'vitest';
import { isGuessable } from './strength.ts';

const about = ['ada.lovelace@northwind.example', 'Ada Lovelace', 'Quillworth Trading'];

test.each([
  'passwordpassword',
  'password1234',
  'P@ssw0rd12345!',
  'Password!2026',
  'qwertyuiop1234',
  '1qaz2wsx3edc4rfv',
  'zyxwvutsrqponm',
  '123456789012345',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  'aA1!aA1!aA1!aA1!',
  'Summer2026!!!!',
  'letmein2026!!',
  'iloveyou5201314',
  'AdaLovelace2026',
  'ada.lovelace@northwind.example',
  'northwind-northwind',
  'holdfastholdfast1',
  'QuillworthTrading1',
  'ElizabethMargaret',
])('%s is refused: it is guessed first', async (password) => {
  expect(await isGuessable(password, about)).toBe(true);
});

test.each([
  'correct horse battery',
  'quiet lantern over nine harbours',
  'a password for tests',
  'Tr0ub4dour&3xyz',
  'a8d3f0c91b2e4f5a6b7c8d9e',
  '五只纸船在冬天的湖上漂着看雪',
  'Correct-horse-battery-9',
])('%s is taken', async (password) => {
  expect(await isGuessable(password, about)).toBe(false);
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
