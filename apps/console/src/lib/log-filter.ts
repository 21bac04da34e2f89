import { type ProposalEvent, proposalEvents } from '@holdfast/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { daySpan, readDay } from './days.ts';

/** What a log shows, as it stands in the address bar. */
export interface LogFilter {
  readonly event: ProposalEvent | undefined;
  readonly q: string | undefined;
  /** Days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: number;
}
const longest = 100;

function readFilter(search: Readonly<Record<string, unknown>>): LogFilter {
  const q = typeof search.q === 'number' ? String(search.q) : search.q;
  const page = Number(search.page);
  return {
    event: proposalEvents.find((one) => one === search.event),
    q: typeof q === 'string' && q.trim() !== '' && q.length <= longest ? q.trim() : undefined,
    from: readDay(search.from),
    to: readDay(search.to),
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
}

/** The filter of a log of proposals, what it asks of the server, and how to change it. */
export function useLogFilter(pageSize: number) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = readFilter(search);
  const { event, q, from, to, page } = filter;
  const change = (next: { readonly [K in keyof LogFilter]?: LogFilter[K] | undefined }): void =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, page: undefined, ...next }),
      resetScroll: false,
    } as never);
  const ask = {
    ...(event ? { event } : {}),
    ...(q ? { keyword: q } : {}),
    ...daySpan(from, to),
    page_no: page,
    page_size: pageSize,
  };
  return { filter, ask, change };
}
