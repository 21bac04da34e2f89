import { useNavigate, useSearch } from '@tanstack/react-router';
import { inAddress, readFilter, type TodoFilter } from './view.ts';

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
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = readFilter(search);
  const item = typeof search.item === 'number' ? String(search.item) : search.item;
  const write = (next: object, replace: boolean): void =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...next }), replace, resetScroll: false } as never);
  const { page: _page, ...rows } = filter;
  return {
    filter,
    active: Object.keys(rows).length > 0,
    chosen: typeof item === 'string' ? item : undefined,
    choose: (key) => write({ item: key && inAddress(key) }, true),
    change: (next) => write({ page: undefined, item: undefined, ...next }, false),
    clear: () => write({ ...nothing, item: undefined }, false),
  };
}
