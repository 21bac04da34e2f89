import { transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { DrawerBody } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, isMissing, Skeleton } from '../../ui/feedback.tsx';
import type { PayeeItem } from './import-rows.ts';

/** Whom one of our payments pays, read by its number: an address in a link could be anybody's, and a refund goes to whoever paid in. */
export function PaidPayee({ id, children }: { id: string; children: (payee: PayeeItem) => ReactNode }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const number = itemId(id);
  const ask = { type: transactionType.withdraw, id: number };
  const { data, error, refetch } = useApi('transaction', 'detail', ask, { quiet: true, enabled: number > 0 });
  if (error && !data && !isMissing(error)) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (number > 0 && !data && !error)
    return (
      <DrawerBody>
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  const [paid, ...others] = data?.outputs ?? [];
  if (!data || !paid || others.length > 0 || data.refunds !== null)
    return <EmptyState title={t('whiteAddress:notFound')} />;
  const { address, memo } = paid;
  return children({ label: '', address, memo, chains: [data.evidence.chain_id], symbols: [] });
}
