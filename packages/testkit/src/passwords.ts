/** Whose passwords they are. */
export const passwordsOf = ['ada.lovelace@northwind.example', 'Ada Lovelace', 'Quillworth Trading'];

/** Found by the first guesses: common words and their continuations, keys beside each other, repetition, names. */
export const guessedPasswords = [
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
];

/** Good ones, of several kinds. */
export const soundPasswords = [
  'correct horse battery',
  'quiet lantern over nine harbours',
  'a password for tests',
  'Tr0ub4dour&3xyz',
  'a8d3f0c91b2e4f5a6b7c8d9e',
  '五只纸船在冬天的湖上漂着看雪',
  'Correct-horse-battery-9',
];
