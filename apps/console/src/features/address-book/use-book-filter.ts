import { useAddress } from '../../lib/search.ts';
import { type FilterChange, readFilter } from './view.ts';

const nothing = {
  chain: undefined,
  status: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  page: undefined,
};

/** What a list of payees shows, as it stands in the address bar. */
export function useBookFilter() {
  const [filter, write] = useAddress(readFilter);
  const { page = 1, q, ...rest } = filter;
  const change = (next: FilterChange): void => write({ page: undefined, ...next });
  const active = Object.keys({ ...rest, ...(q ? { q } : {}) }).length > 0;
  return { filter, page, q, active, change, clear: () => write(nothing) };
}
