import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';
// All of English takes three times the memory and twenty times as long, for words that nobody's password is made of alone.
import names from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';
import type { Asked, Judged } from './strength.ts';

const estimator = new ZxcvbnFactory({ dictionary: { ...dictionary, names }, graphs });

parentPort?.on('message', ({ id, password, about }: Asked) => {
  const { guessesLog10 } = estimator.check(password, [...about]);
  parentPort?.postMessage({ id, guessesLog10 } satisfies Judged);
});
