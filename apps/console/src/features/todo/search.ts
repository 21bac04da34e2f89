import { readDay } from '../../lib/days.ts';
import { oneOf, pageNumber, searchOf, whole, words } from '../../lib/search.ts';

const key = /^p?\d{1,9}$/;

export const todoSearch = searchOf({
  scope: oneOf('mine', 'asked'),
  kind: whole(99),
  /** 1 passed, 2 refused, 3 cancelled, 4 expired; open when missing. */
  status: whole(4),
  /** Days on which it was asked for, both included. */
  from: readDay,
  to: readDay,
  q: words(),
  page: pageNumber,
  /** The item that is looked at. A payment's is a bare number, which would stand in quotation marks as a text. */
  item: (value): string | number | undefined =>
    (typeof value === 'string' || typeof value === 'number') && key.test(String(value)) ? value : undefined,
});
