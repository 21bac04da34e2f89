import { readDay } from '../../lib/days.ts';
import { pageNumber, searchOf, shaped, whole, words } from '../../lib/search.ts';

/** The screens have the names that the specification gave them. */
export const batchPath = 'tools/batchTransfer';
export const recordsPath = 'tools/batchTransfer/transferRecord';
export const authPath = 'tools/batchTransfer/authRecord';

export const authSearch = searchOf({ page: pageNumber });

/** A draft that is worked on, or for a new one the coin and the sub-wallet. */
export const batchSearch = searchOf({
  id: whole(999_999_999),
  coin: shaped(/^[A-Za-z0-9._-]{1,32}(@[A-Za-z0-9:_-]{1,64}@[A-Za-z0-9:_-]{0,100})?$/),
  wallet: whole(999_999_999),
});

export const recordsSearch = searchOf({
  status: whole(9_999),
  wallet: whole(999_999_999),
  from: readDay,
  to: readDay,
  q: words(),
  page: pageNumber,
});
