import type { ReactNode } from 'react';
import { useApi } from '../../lib/query.ts';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import type { ApiClient } from './view.ts';

const everyMs = 5_000;

interface OneApiClientProps {
  readonly id: string | undefined;
  /** What stands there where no such API client is. */
  readonly gone: ReactNode;
  readonly children: (apiClient: ApiClient) => ReactNode;
}

/** An API client by its id. */
export function OneApiClient({ id, gone, children }: OneApiClientProps): ReactNode {
  const ask = id === undefined ? {} : { app_id: id };
  const options = { quiet: true, enabled: id !== undefined, refetchInterval: everyMs };
  const { data, error, refetch } = useApi('apiClient', 'detail', ask, options);
  if (id === undefined) return gone;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="m-5 h-44" />;
  const [apiClient] = data.list;
  return apiClient ? children(apiClient) : gone;
}
