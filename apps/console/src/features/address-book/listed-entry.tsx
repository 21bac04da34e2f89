import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { DrawerBody } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import type { Entry } from './view.ts';

/** One of the payees that the members have listed, read by its id as an address carries it. */
export function ListedEntry({ id, children }: { id: string; children: (entry: Entry) => ReactNode }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const sound = /^[0-9a-f]{64}$/.test(id);
  const { data, error, refetch } = useApi('addressBook', 'list', { ids: [id] }, { quiet: true, enabled: sound });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (sound && !data)
    return (
      <DrawerBody>
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  const [entry] = data?.list ?? [];
  return entry ? children(entry) : <EmptyState title={t('whiteAddress:notFound')} />;
}
