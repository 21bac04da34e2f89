import { answerIf, type Reading } from '../reading.ts';

/** How many NFTs leave: no deed here sends any, and no rule here asks for them (`sentence.test.ts` does). */
export const nfts: Reading = ([said]) => answerIf(said === undefined);
