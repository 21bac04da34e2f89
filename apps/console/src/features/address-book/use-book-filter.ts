import { useNavigate, useSearch } from '@tanstack/react-router';
import { type BookFilter, readFilter } from './view.ts';

const nothing = { chain: undefined, status: undefined, type: undefined, q: undefined, page: undefined };

/** What a list of payees shows, as it stands in the address bar. */
export function useBookFilter() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = readFilter(search);
  const { page = 1, q, ...rest } = filter;
  const write = (next: object): void =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...next }), resetScroll: false } as never);
  const change = (next: { readonly [K in keyof BookFilter]: BookFilter[K] | undefined }): void =>
    write({ page: undefined, ...next });
  const active = Object.keys({ ...rest, ...(q ? { q } : {}) }).length > 0;
  return { filter, page, q, rest, active, change, clear: () => write(nothing) };
}
