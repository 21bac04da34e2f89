import { judgedPart, leastGuessesLog10, triedFirst } from '@holdfast/contract/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import decompress from '@zxcvbn-ts/dictionary-compression/decompress';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import diceware from '@zxcvbn-ts/language-common/dist/diceware.json.mjs';
// The passwords of many are text to read and no script to run: 200 KB, packed.
import passwordsUrl from '@zxcvbn-ts/language-common/dist/passwords.json.mjs?url';
import names from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';

/** A hundred times the least. */
const goodGuessesLog10 = leastGuessesLog10 + 2;

async function readText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

/** The list within the module that packs it. */
function readPasswords(module: string): string[] {
  const [, packed] = /decompress\("([^"\\]*)"\)/.exec(module) ?? [];
  if (packed === undefined) throw new Error('no passwords in the list of passwords');
  return decompress(packed);
}

/**
 * What tells how soon a password is guessed, by the words that the server compares with (areas/session/strength.worker.ts): with others the two could differ.
 * 1 for what the server refuses since it is soon guessed, 2 for what it takes, 3 for what is good.
 * @param read gives the module of the most common passwords
 */
export async function loadStrength(
  read: (url: string) => Promise<string> = readText,
): Promise<(password: string, about: readonly string[]) => 1 | 2 | 3> {
  const dictionary = {
    'diceware-common': diceware,
    'passwords-common': readPasswords(await read(passwordsUrl)),
    names,
  };
  const estimator = new ZxcvbnFactory({ dictionary, graphs });
  return (password, about) => {
    const { guessesLog10 } = estimator.check(judgedPart(password), triedFirst(about));
    return guessesLog10 < leastGuessesLog10 ? 1 : guessesLog10 < goodGuessesLog10 ? 2 : 3;
  };
}

let loading: ReturnType<typeof loadStrength> | undefined;

/** Loaded once; what could not be is tried again with the next password. */
export function strengthOf(): ReturnType<typeof loadStrength> {
  loading ??= loadStrength().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
