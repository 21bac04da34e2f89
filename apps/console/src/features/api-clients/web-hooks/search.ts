import { readDay } from '../../../lib/days.ts';
import { oneOf, pageNumber, searchOf, shaped } from '../../../lib/search.ts';

export const sides = ['deposit', 'withdraw', 'test'] as const;
/** In the order of their numbers on the wire. */
export const states = ['waiting', 'ok', 'failed', 'retrying'] as const;

export const readEndpointId = shaped(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const plain = shaped(/^[\x21-\x7e]{1,100}$/);

/** What the list of deliveries shows. */
export const hookSearch = searchOf({
  endpoint: readEndpointId,
  side: oneOf(...sides),
  state: oneOf(...states),
  tx: plain,
  req: shaped(/^[A-Za-z0-9._:-]{1,64}$/),
  from: readDay,
  to: readDay,
  page: pageNumber,
});
