import { readDay } from './days.ts';
import { pageNumber, searchOf, shaped, words } from './search.ts';

/** The address of a log of proposals. */
export const logSearch = searchOf({
  event: shaped(/^[A-Za-z]{1,32}$/),
  q: words(),
  /** Days, both included. */
  from: readDay,
  to: readDay,
  page: pageNumber,
});
