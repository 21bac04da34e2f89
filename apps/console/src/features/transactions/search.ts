import { readDay } from '../../lib/days.ts';
import { oneOf, pageNumber, searchOf, shaped, whole, words } from '../../lib/search.ts';

/** The list's address; which numbers are types and statuses the list itself knows (`view.ts`). */
export const transactionSearch = searchOf({
  type: whole(9),
  /** Or, as `coinKey` writes it, one of those that have the symbol. */
  symbol: shaped(/^[A-Za-z0-9._-]{1,32}(@[A-Za-z0-9:_-]{1,64}@[A-Za-z0-9:_-]{0,100})?$/),
  status: whole(9_999),
  wallet: whole(999_999_999),
  customer: oneOf('known', 'unknown'),
  tag: shaped(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u),
  /** Days of creation, both included. */
  from: readDay,
  to: readDay,
  q: words(),
  /** Oldest first; else newest. */
  order: oneOf('asc'),
  size: whole(200),
  page: pageNumber,
  /** Pages begin behind this row: where their numbers would end otherwise. */
  after: shaped(/^\d{1,16}\.\d\.\d{1,16}$/),
});
