import type { Exported } from '../../lib/export/job.ts';
import { askBook, askListed, type BookFilter, typeViews } from './view.ts';

/** In any language the same: an import reads the file again. */
const words = Object.fromEntries(Object.entries(typeViews).map(([type, { word }]) => [`type.${type}`, word]));

/** The workspace's payees that fit. */
export const exportedBook = (filter: BookFilter): Exported => ({
  list: 'addressBook',
  filter: askListed(filter),
  words,
});

/** One's own. */
export const exportedOwn = (filter: BookFilter): Exported => ({
  list: 'personalBook',
  filter: askBook(filter),
  words: {},
});
