import { useAddress } from '../../lib/search.ts';
import { readFilter, rowsOf, type TransactionFilter } from './view.ts';

type Change = { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined };

interface FilterState {
  readonly filter: TransactionFilter;
  /** Anything that leaves rows out. */
  readonly active: boolean;
  /** Any change but that of the page goes back to the first page, and to the first row. */
  readonly change: (change: Change) => void;
  readonly clear: () => void;
}

const nothing = {
  type: undefined,
  symbol: undefined,
  status: undefined,
  wallet: undefined,
  initiator: undefined,
  net: undefined,
  worth: undefined,
  customer: undefined,
  tag: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  order: undefined,
  page: undefined,
  after: undefined,
};

/** The list's filter, kept in the address: a shared link shows the same rows, and Back takes a filter off. */
export function useFilter(): FilterState {
  const [filter, write] = useAddress(readFilter);
  return {
    filter,
    active: Object.keys(rowsOf(filter)).length > 0,
    change: (change) => write({ page: undefined, ...('page' in change ? {} : { after: undefined }), ...change }),
    clear: () => write(nothing),
  };
}
