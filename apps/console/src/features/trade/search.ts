import { readDay } from '../../lib/days.ts';
import { oneOf, pageNumber, searchOf, whole } from '../../lib/search.ts';

export const states = ['open', 'done', 'failed'] as const;

export const historySearch = searchOf({
  wallet: whole(999_999_999),
  state: oneOf(...states),
  from: readDay,
  to: readDay,
  page: pageNumber,
});
