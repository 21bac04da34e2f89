import { readDay } from '../../lib/days.ts';
import { pageNumber, searchOf, shaped, whole, words } from '../../lib/search.ts';

/** The address of a list of payees; which numbers are statuses and types the list itself knows (`view.ts`). */
export const bookSearch = searchOf({
  chain: shaped(/^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/),
  status: whole(9),
  type: whole(9),
  /** Days on which they were listed, both included. */
  from: readDay,
  to: readDay,
  q: words(128),
  page: pageNumber,
});
