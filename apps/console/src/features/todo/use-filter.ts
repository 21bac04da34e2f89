import { useAddress } from '../../lib/search.ts';
import { inAddress, readInbox, type TodoFilter } from './view.ts';

type Change = { readonly [K in keyof TodoFilter]: TodoFilter[K] | undefined };

export interface InboxAddress {
  readonly filter: TodoFilter;
  /** Anything that leaves open items out. */
  readonly active: boolean;
  /** The item that is looked at. */
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
  /** Any change but that of the page goes back to the first page. */
  readonly change: (change: Change) => void;
  readonly clear: () => void;
}

const nothing = { scope: undefined, kind: undefined, status: undefined, q: undefined, page: undefined };

/** What is filtered by and what is looked at stand in the address: a link leads to the same view. */
export function useInbox(): InboxAddress {
  const [{ item, ...filter }, write] = useAddress(readInbox);
  const { page: _page, ...rows } = filter;
  return {
    filter,
    active: Object.keys(rows).length > 0,
    chosen: item === undefined ? undefined : String(item),
    choose: (key) => write({ item: key && inAddress(key) }, true),
    change: (next) => write({ page: undefined, item: undefined, ...next }),
    clear: () => write({ ...nothing, item: undefined }),
  };
}
