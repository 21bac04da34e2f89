import { pageNumber, searchOf, shaped, words } from '../../lib/search.ts';

export const requestSearch = searchOf({ state: shaped(/^[A-Za-z]{1,32}$/), q: words(), page: pageNumber });
