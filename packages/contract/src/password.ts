/**
 * What makes a new password one that is soon guessed, said once: the server refuses it, and who chooses it is told so before. Both estimate by zxcvbn, with the
 * same dictionaries.
 */

/** As zxcvbn's best score: whoever takes the stored hash still needs 10¹⁰ guesses. */
export const leastGuessesLog10 = 10;

/** More of it is not looked at, and what stands there alone is long enough. */
const lookedAt = 128;
/** What everybody who writes such a password here thinks of. */
const ownWords = ['holdfast', 'custody', 'treasury', 'wallet', 'crypto'];

/** The part of a password that is judged. */
export const judgedPart = (password: string): string => password.normalize('NFKC').slice(0, lookedAt);

/** What is tried first for somebody. @param about what others know of them, e-mail, name, workspaces: taken whole and in its parts */
export const triedFirst = (about: readonly string[]): string[] => [
  ...new Set(about.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter((part) => part.length > 2)),
  ...ownWords,
];
