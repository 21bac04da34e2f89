import { readDay } from '../../lib/days.ts';
import { oneOf, pageNumber, searchOf, shaped, whole } from '../../lib/search.ts';

const plain = shaped(/^[\x20-\x7e]{1,100}$/);

/** The logins' filter, and beside it that of the log of operations. */
export const historySearch = searchOf({
  result: oneOf('ok', 'failed'),
  q: plain,
  /** Days as `2026-11-21`, both included. */
  from: readDay,
  to: readDay,
  page: pageNumber,
  area: shaped(/^[A-Za-z]{1,32}$/),
  person: shaped(/^[A-Za-z0-9._-]{1,64}$/),
  oq: plain,
  since: readDay,
  until: readDay,
  opage: whole(500),
});
