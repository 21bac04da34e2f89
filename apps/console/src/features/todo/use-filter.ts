import { useNavigate, useRouter } from '@tanstack/react-router';
import { useAddress } from '../../lib/search.ts';
import { useScreen } from '../../ui/use-screen.ts';
import { inAddress, readInbox, type TodoFilter } from './view.ts';

type Change = { readonly [K in keyof TodoFilter]: TodoFilter[K] | undefined };

/** Our mark on a history entry: the list stands before it, which the item took the place of. */
declare module '@tanstack/history' {
  interface HistoryState {
    overList?: boolean;
  }
}

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

const nothing = {
  scope: undefined,
  kind: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  page: undefined,
};

/** Looks at an item. On a phone it takes the place of the list, so Back leads to the list; beside the list it is no step of its own. */
function useChoose(item: string | number | undefined): InboxAddress['choose'] {
  const navigate = useNavigate();
  const router = useRouter();
  const narrow = useScreen() === 'sm';
  return (key) => {
    const { overList = false } = router.state.location.state;
    if (key === undefined && overList) return router.history.back();
    const opens = narrow && item === undefined && key !== undefined;
    void navigate({
      to: '.',
      search: (old) => ({ ...old, item: key && inAddress(key) }),
      state: { overList: opens || overList },
      replace: !opens,
      resetScroll: false,
    });
  };
}

/** What is filtered by and what is looked at stand in the address: a link leads to the same view. */
export function useInbox(): InboxAddress {
  const [{ item, ...filter }, write] = useAddress(readInbox);
  const choose = useChoose(item);
  const { page: _page, ...rows } = filter;
  return {
    filter,
    active: Object.keys(rows).length > 0,
    chosen: item === undefined ? undefined : String(item),
    choose,
    change: (next) => write({ page: undefined, item: undefined, ...next }),
    clear: () => write({ ...nothing, item: undefined }),
  };
}
