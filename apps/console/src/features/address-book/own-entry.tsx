import type { PersonalEntryId } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { DrawerBody } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import type { Own } from './view.ts';

/** One of the user's own payees, read by its number as an address carries it. */
export function OwnEntry({ id, children }: { id: string; children: (entry: Own) => ReactNode }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const ask = { id: number as PersonalEntryId };
  const { data, error, refetch } = useApi('personalBook', 'list', ask, { quiet: true, enabled: number > 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (number > 0 && !data)
    return (
      <DrawerBody>
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  const [entry] = data?.list ?? [];
  return entry ? children(entry) : <EmptyState title={t('whiteAddress:notFound')} />;
}
