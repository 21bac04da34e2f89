import { readDay } from '../../lib/days.ts';
import { pageNumber, searchOf, words } from '../../lib/search.ts';

/** What the list shows, as it stands in the address bar. */
export const activitySearch = searchOf({
  /** Days as `2026-11-21`, both included. */
  from: readDay,
  to: readDay,
  /** A sub-wallet's id. */
  wallet: pageNumber,
  kind: words(),
  person: words(),
  /** Part of their address or name. */
  payee: words(),
});
