import { type ProposalEvent, proposalEvents } from '@holdfast/contract';
import { daySpan } from './days.ts';
import { logSearch } from './log-search.ts';
import { type Search, useAddress } from './search.ts';

/** What a log shows, as it stands in the address bar. */
export interface LogFilter {
  readonly event: ProposalEvent | undefined;
  readonly q: string | undefined;
  /** Days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: number;
}
function readFilter(search: Search): LogFilter {
  const { event, q, from, to, page = 1 } = logSearch(search);
  return { event: proposalEvents.find((one) => one === event), q, from, to, page };
}

/** The filter of a log of proposals, what it asks of the server, and how to change it. */
export function useLogFilter(pageSize: number) {
  const [filter, write] = useAddress(readFilter);
  const { event, q, from, to, page } = filter;
  const change = (next: { readonly [K in keyof LogFilter]?: LogFilter[K] | undefined }): void =>
    write({ page: undefined, ...next });
  const ask = {
    ...(event ? { event } : {}),
    ...(q ? { keyword: q } : {}),
    ...daySpan(from, to),
    page_no: page,
    page_size: pageSize,
  };
  return { filter, ask, change };
}
