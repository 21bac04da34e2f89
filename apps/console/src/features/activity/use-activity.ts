import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type ActivityFilter, askActivity } from './view.ts';

const pageSize = 50;
/** New entries are told of by a live event; this is for a line that broke. */
const everyMs = 60_000;

/** The newest entries that fit, and older ones as they are asked for. */
export function useActivity(filter: ActivityFilter) {
  const ask = askActivity(filter);
  return useInfiniteQuery({
    queryKey: ['activity', 'list', ask],
    queryFn: ({ pageParam, signal }) =>
      api.activity.list(
        { ...ask, page_size: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
}
