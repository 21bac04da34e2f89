import { oneOf, searchOf, shaped, words } from '../../lib/search.ts';

export const teamSearch = searchOf({
  role: shaped(/^[A-Za-z]{1,32}$/),
  status: oneOf('active', 'removed'),
  q: words(),
});
