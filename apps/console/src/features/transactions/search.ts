import { readDay } from '../../lib/days.ts';
import { oneOf, pageNumber, searchOf, shaped, whole, words } from '../../lib/search.ts';

/** Coins and people by their ids, one or several between commas. */
const ids = words(2_000);
/** One whole number, or several between commas. */
const wholes = (value: unknown) => whole(1e9)(value) ?? ids(value);

/** The list's address; which numbers are types and statuses, and how ids are written, the list itself knows (`view.ts`). */
export const transactionSearch = searchOf({
  type: whole(9),
  /** Or, as `coinKey` writes it, one of those that have the symbol; several between commas. */
  symbol: ids,
  status: wholes,
  wallet: wholes,
  initiator: ids,
  customer: oneOf('known', 'unknown'),
  /** A chain's id. */
  net: shaped(/^[\w:-]{1,40}$/),
  /** US dollars from and to, as `worthAddress` writes them. */
  worth: shaped(/^[\d.]*-[\d.]*$/),
  tag: shaped(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u),
  /** Days of creation, both included. */
  from: readDay,
  to: readDay,
  q: words(),
  /** Oldest first, or by value; else newest. */
  order: oneOf('asc', 'largest', 'smallest'),
  size: whole(200),
  page: pageNumber,
  /** Pages begin behind this row: where their numbers would end otherwise. */
  after: shaped(/^\d{1,16}\.\d\.\d{1,16}$/),
});
