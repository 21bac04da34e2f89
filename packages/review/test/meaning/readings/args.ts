import { answerIf, type Reading } from '../reading.ts';

/** What arguments have to be: no deed here says its own, and no rule here asks for any (`sentence.test.ts` does). */
export const args: Reading = ([said]) => answerIf(said === undefined);
