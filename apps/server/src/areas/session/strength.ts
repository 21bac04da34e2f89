/** What the passwords are made of that are tried first everywhere, in small letters. */
const common = [
  'administrator',
  'admin',
  'autumn',
  'baseball',
  'basketball',
  'batman',
  'changeme',
  'charlie',
  'company',
  'computer',
  'crypto',
  'default',
  'dragon',
  'ethereum',
  'football',
  'freedom',
  'google',
  'holdfast',
  'iloveyou',
  'internet',
  'jesus',
  'jordan',
  'letmein',
  'login',
  'lovely',
  'master',
  'michael',
  'michelle',
  'mima',
  'monkey',
  'mustang',
  'ninja',
  'passphrase',
  'passwort',
  'password',
  'passwd',
  'pokemon',
  'princess',
  'samsung',
  'secret',
  'security',
  'shadow',
  'soccer',
  'spring',
  'starwars',
  'summer',
  'sunshine',
  'superman',
  'treasury',
  'trustno',
  'wallet',
  'welcome',
  'whatever',
  'winter',
  'woaini',
  'zhongguo',
  '5201314',
  '1314520',
];
/** Rows of keys, and rows as they are counted: any four beside each other are a run, from either end. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv',
];
const backwards = (text: string): string => [...text].reverse().join('');
const bothWays = rows.flatMap((row) => [row, backwards(row)]);
const leastRun = 4;

/** Letters for the signs that are often put in their place. */
const plain = (text: string): string =>
  text.replace(/[@4301!5$7]/g, (sign) => 'aaeoiisst'['@4301!5$7'.indexOf(sign)] ?? sign);

/** Without the runs: `qwerty98` is `98`. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    let length = 1;
    while (at + length < text.length && bothWays.some((row) => row.includes(text.slice(at, at + length + 1))))
      length += 1;
    if (length < leastRun) rest += text.slice(at, at + length);
    at += length;
  }
  return rest;
}

/** Without repetition: `abcabcabcd` is `abcd`. */
const withoutRepetition = (text: string): string => text.replace(/(.{1,16}?)\1+/gsu, '$1');

/** Parts of what others know of somebody that are long enough to matter. */
const partsOf = (about: readonly string[]): string[] =>
  about.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter((part) => part.length > 2);

const without = (text: string, parts: readonly string[]): string =>
  parts.reduce((rest, part) => rest.replaceAll(part.toLowerCase(), '').replaceAll(plain(part.toLowerCase()), ''), text);

/** As many characters have to be left that are none of these. */
const leastRest = 8;
/** More of it is not looked at. */
const lookedAt = 128;

/**
 * Is so little left of it, without repetition, runs of keys, years, words that everybody tries and what is known of its person, that it is soon found?
 * @param about what others know of them: e-mail, name
 */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase().slice(0, lookedAt);
  const known = [...partsOf(about), ...common];
  return [text, plain(text)].some((one) => {
    const rest = withoutRuns(without(one, known).replace(/(?:19|20)\d\d/g, ''));
    return withoutRepetition(rest).length < leastRest;
  });
}
