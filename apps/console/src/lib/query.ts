import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { api, handleError, isRefusal, NetworkError } from './api.ts';
import type { Api } from './contract-client.ts';

const retries = 3;

/** Data that could not be renewed stay, with their age; the shell says that the server is not reached. */
const keepsData = (error: unknown, query: Query<unknown, unknown>): boolean =>
  error instanceof NetworkError && query.state.data !== undefined;

/** Queries retry 3 times with a growing pause of at most 30 s (spec §9), but not what the server answered; writes never. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) =>
      handleError(
        error,
        query.meta?.quiet === true || keepsData(error, query),
        () => void query.fetch().catch(() => undefined),
      ),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => handleError(error, mutation.meta?.quiet === true),
  }),
  defaultOptions: {
    queries: {
      retry: (count, error) => !isRefusal(error) && error.name !== 'ZodError' && count < retries,
      retryDelay: (count) => Math.min(1_000 * 2 ** count, 30_000),
      gcTime: 5 * 60_000,
      staleTime: 5_000,
    },
    // Without a network what is pressed fails at once: kept until there is one, it would be done when nobody thinks of it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Call<A extends keyof Api, K extends keyof Api[A]> = Extract<Api[A][K], (...args: never[]) => Promise<unknown>>;
type CallInput<A extends keyof Api, K extends keyof Api[A]> = Parameters<Call<A, K>>[0];
type CallOutput<A extends keyof Api, K extends keyof Api[A]> = Awaited<ReturnType<Call<A, K>>>;

interface Options {
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  /** The caller shows the error itself. */
  readonly quiet?: boolean;
  /** Keep showing the last data while other input is loading. */
  readonly keep?: boolean;
}

/** One read of the API as a query; its key is [area, name, input], so live events can name what they touch. */
export function apiQuery<A extends keyof Api, K extends keyof Api[A] & string>(
  area: A,
  name: K,
  input: CallInput<A, K>,
  options: Options = {},
) {
  const { quiet = false, keep = false, enabled = true, refetchInterval = false } = options;
  return queryOptions<CallOutput<A, K>>({
    queryKey: [area, name, input],
    queryFn: ({ signal }) => {
      const call = api[area][name] as unknown as (
        input: unknown,
        o: { signal: AbortSignal },
      ) => Promise<CallOutput<A, K>>;
      return call(input, { signal });
    },
    enabled,
    refetchInterval,
    meta: { quiet },
    ...(keep ? { placeholderData: (previous: unknown) => previous as never } : {}),
  });
}

export function useApi<A extends keyof Api, K extends keyof Api[A] & string>(
  area: A,
  name: K,
  input: CallInput<A, K>,
  options: Options = {},
): UseQueryResult<CallOutput<A, K>> {
  return useQuery(apiQuery(area, name, input, options));
}
