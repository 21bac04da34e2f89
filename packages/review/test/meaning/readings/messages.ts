import { answerIf, type Reading } from '../reading.ts';

/** A rule that says what is signed speaks of nothing but that, and no deed here is a message. */
export const messages: Reading = ([said]) => answerIf(said === undefined);
