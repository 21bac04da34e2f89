import { answerIf, type Reading } from '../reading.ts';

/** A rule that says what is deployed speaks of nothing but that, and no deed here is a deployment. */
export const deploys: Reading = ([said]) => answerIf(said === undefined);
