import { oneOf, pageNumber, searchOf, shaped, words } from '../../lib/search.ts';

export const statuses = ['on', 'inApproval', 'off', 'revoked'] as const;

/** The id of an API client, as an address carries it. */
export const readAppId = shaped(/^p-[0-9a-f]{16}$/);

export const apiClientSearch = searchOf({ status: oneOf(...statuses), q: words() });
export const editSearch = searchOf({ app: readAppId });
/** The calls of one API client alone; those that it made (1), or only somebody in its name (0). */
export const callSearch = searchOf({
  app: readAppId,
  proven: (value): number | undefined =>
    value === 0 || value === '0' ? 0 : value === 1 || value === '1' ? 1 : undefined,
  page: pageNumber,
});
