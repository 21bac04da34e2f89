import { searchOf, words } from '../../lib/search.ts';

/** The screen has the name that the specification gave it. */
export const stepsPath = 'center/tools/tonTransQuery';

/** What is looked for: any hash of a payment, or the number of an order. */
export const stepsSearch = searchOf({ q: words() });
