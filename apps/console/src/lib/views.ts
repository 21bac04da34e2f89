import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useSession } from './session.ts';
import { fieldsOf, kept } from './stored.ts';

/** A filter somebody named: what stands in the address of its page. */
export interface SavedFilter {
  readonly name: string;
  readonly search: Readonly<Record<string, string | number>>;
}

/** How one person looks at lists. */
interface View {
  /** By table: the columns they left out. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  /** By page. */
  readonly filters: Readonly<Record<string, readonly SavedFilter[]>>;
}
interface Views {
  /** By user name: several people may use one browser. */
  readonly of: Readonly<Record<string, View>>;
}

export const filtersMax = 20;
export const filterNameMax = 60;
const [usersMax, namesMax, textMax] = [20, 50, 200];
const nothing: View = { hidden: {}, filters: {} };

/** Ten coins with networks and contracts. */
const valueMax = 2_000;

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max;
const isName = (value: unknown): value is string => isText(value, textMax);
const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  Object.entries(fieldsOf(value))
    .filter(([name]) => isName(name))
    .slice(0, namesMax);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function readFilter(value: unknown): SavedFilter[] {
  const { name, search } = fieldsOf(value);
  const kept = entries(search).filter(
    (entry): entry is [string, string | number] => isText(entry[1], valueMax) || Number.isSafeInteger(entry[1]),
  );
  if (!isName(name) || name.length > filterNameMax || kept.length === 0) return [];
  return [{ name, search: Object.fromEntries(kept) }];
}

function readView(value: unknown): View {
  const { hidden, filters } = fieldsOf(value);
  return {
    hidden: Object.fromEntries(entries(hidden).map(([table, keys]) => [table, listOf(keys).filter(isName)])),
    filters: Object.fromEntries(
      entries(filters).map(([page, list]) => [page, listOf(list).flatMap(readFilter).slice(0, filtersMax)]),
    ),
  };
}

export const useViews = create<Views>()(
  persist(
    (): Views => ({ of: {} }),
    kept('views', ({ of }) => ({
      of: Object.fromEntries(
        entries(of)
          .slice(-usersMax)
          .map(([user, view]) => [user, readView(view)]),
      ),
    })),
  ),
);

const none: readonly never[] = [];

function useView(): readonly [View, (next: View) => void] {
  const user = useSession(({ userName }) => userName);
  const view = useViews(({ of }) => of[user]) ?? nothing;
  return [view, (next) => useViews.setState(({ of }) => ({ of: { ...of, [user]: next } }))];
}

/** The columns of a table that this person left out, and how to change one. */
export function useHiddenColumns(table: string): readonly [readonly string[], (key: string, hide: boolean) => void] {
  const [view, set] = useView();
  const hidden = view.hidden[table] ?? none;
  const change = (key: string, hide: boolean): void => {
    const others = hidden.filter((other) => other !== key);
    set({ ...view, hidden: { ...view.hidden, [table]: hide ? [...others, key] : others } });
  };
  return [hidden, change];
}

/** The filters this person named on a page. One of the same name takes the other's place; the oldest gives way to the twenty-first. */
export function useSavedFilters(page: string) {
  const [view, set] = useView();
  const filters = view.filters[page] ?? none;
  const write = (list: readonly SavedFilter[]): void =>
    set({ ...view, filters: { ...view.filters, [page]: list.slice(-filtersMax) } });
  const without = (name: string): readonly SavedFilter[] => filters.filter((filter) => filter.name !== name);
  return {
    filters,
    save: (filter: SavedFilter) => write([...without(filter.name), filter]),
    remove: (name: string) => write(without(name)),
  };
}
