import { leavesOf } from '../heard.ts';
import { answerIf, type Reading } from '../reading.ts';

export const destinations: Reading = ([said], { payees }) => {
  const entries = leavesOf(said?.parts.list ?? []).filter(({ is }) => is === 'entry');
  switch (said?.word) {
    case undefined:
      return 'yes';
    case 'rule_internal':
      return answerIf(payees.every(({ own }) => own));
    case 'rule_known':
      return answerIf(payees.every(({ own, listed }) => own || listed));
    case 'rule_unknown':
      return answerIf(payees.some(({ own, listed }) => !own && !listed));
    case 'rule_listed':
      return answerIf(payees.every(({ entry, listed }) => listed && entries.some(({ of }) => of === entry)));
    default:
      throw new Error(said?.word);
  }
};
