import { Worker } from 'node:worker_threads';
import { judgedPart, leastGuessesLog10, triedFirst } from '@holdfast/contract/password';
import { refuse } from '../../refuse.ts';

/** What the worker is asked, and answers. */
export interface Asked {
  readonly id: number;
  readonly password: string;
  readonly about: readonly string[];
}
export interface Judged {
  readonly id: number;
  readonly guessesLog10: number;
}

/** Loading takes some tenths of a second, an answer some hundredths: whatever takes longer is given up. */
const limitMs = 10_000;
/** It holds some 40 MB, and passwords are chosen seldom. */
const keptMs = 60_000;
type Answer = (judged: Judged | undefined) => void;
interface Estimator {
  readonly worker: Worker;
  readonly waiting: Map<number, Answer>;
  idle: NodeJS.Timeout;
}
let running: Estimator | undefined;
let lastId = 0;

/** Ends it; who still waits hears that there is no answer. */
function end(one: Estimator): void {
  if (running === one) running = undefined;
  clearTimeout(one.idle);
  for (const answer of one.waiting.values()) answer(undefined);
  one.waiting.clear();
  void one.worker.terminate();
}

/** In a thread of its own: an estimate is computing, and the server answers others meanwhile. Loaded with the first password that is chosen. */
function start(): Estimator {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url));
  const one: Estimator = { worker, waiting: new Map(), idle: setTimeout(() => undefined, 0) };
  worker.on('message', (judged: Judged) => one.waiting.get(judged.id)?.(judged));
  worker.once('error', () => end(one));
  worker.once('exit', () => end(one));
  worker.unref();
  return one;
}

function restLater(one: Estimator): void {
  clearTimeout(one.idle);
  one.idle = setTimeout(() => end(one), keptMs);
  one.idle.unref();
}

/** Undefined when it did not answer in time. */
function ask(password: string, about: readonly string[]): Promise<Judged | undefined> {
  const one = running ?? start();
  running = one;
  lastId += 1;
  const id = lastId;
  restLater(one);
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(one), limitMs);
    one.waiting.set(id, (judged) => {
      clearTimeout(timer);
      one.waiting.delete(id);
      resolve(judged);
    });
    one.worker.postMessage({ id, password, about } satisfies Asked);
  });
}

/**
 * Is it soon found by whoever tries common passwords, first names, keys beside each other, dates, repetition, signs for letters, and what is known of its person?
 * @param about what others know of them: e-mail, name, workspaces
 * @throws stillProcessing when that could not be told in time: no password is taken unjudged
 */
export async function isGuessable(password: string, about: readonly string[]): Promise<boolean> {
  const judged = await ask(judgedPart(password), triedFirst(about));
  if (!judged) throw refuse('stillProcessing', {});
  return judged.guessesLog10 < leastGuessesLog10;
}
