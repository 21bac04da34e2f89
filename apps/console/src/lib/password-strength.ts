import { judgedPart, leastGuessesLog10, triedFirst } from '@holdfast/contract/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';
// As the server has it (areas/session/strength.worker.ts): with other words the two could differ.
import names from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';

const estimator = new ZxcvbnFactory({ dictionary: { ...dictionary, names }, graphs });

/** A hundred times the least. */
const goodGuessesLog10 = leastGuessesLog10 + 2;

/**
 * 1 for what the server refuses since it is soon guessed, 2 for what is taken, 3 for what is good. Fetched with the first password that is chosen: it holds the
 * passwords of many.
 * @param about what others know of them: name, e-mail, workspace
 */
export function passwordStrength(password: string, about: readonly string[] = []): 1 | 2 | 3 {
  const { guessesLog10 } = estimator.check(judgedPart(password), triedFirst(about));
  return guessesLog10 < leastGuessesLog10 ? 1 : guessesLog10 < goodGuessesLog10 ? 2 : 3;
}
