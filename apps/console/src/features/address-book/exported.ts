import type { Exported } from '../../lib/export/job.ts';
import { type BookFilter, typeViews } from './view.ts';

const wire = ({ q, chain, status, type }: BookFilter) => ({ keyword: q, chain, status, type });
/** In any language the same: an import reads the file again. */
const words = Object.fromEntries(Object.entries(typeViews).map(([type, { word }]) => [`type.${type}`, word]));

/** The workspace's payees that fit. */
export const exportedBook = (filter: BookFilter): Exported => ({ list: 'addressBook', filter: wire(filter), words });

/** One's own. */
export const exportedOwn = ({ q, chain }: BookFilter): Exported => ({
  list: 'personalBook',
  filter: { keyword: q, chain },
  words: {},
});
