import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '../ui/use-now.ts';
import { relativeTime } from './time.ts';

type Aged = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'failureCount' | 'fetchStatus' | 'isError'>;

/** When the shown data was had, if it could not be renewed since: the last attempt failed, or there is no network to try. */
export function staleSince({ data, dataUpdatedAt, failureCount, fetchStatus, isError }: Aged): Date | undefined {
  const renewed = !isError && failureCount === 0 && fetchStatus !== 'paused';
  return data === undefined || renewed ? undefined : new Date(dataUpdatedAt);
}

/** "updated 2 min ago" for data that could not be renewed; the data itself stays. Undefined for data that is as new as it should be. */
export function useDataAge(query: Aged): string | undefined {
  const { t } = useTranslation();
  const now = useNow(10_000);
  const since = staleSince(query);
  return since && t('common.updated', { when: relativeTime(since, now) });
}
