import type { OrderId } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { StepsView } from './steps-view.tsx';

/** `steps:<order>`: the transactions that an order's payment is made of. */
export default function StepsDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const id = itemId(args[0]);
  const { data, error, refetch } = useApi(
    'tools',
    'paymentSteps',
    { withdraw_id: id as OrderId },
    { quiet: true, enabled: id > 0 },
  );
  if (id === 0) return <EmptyState title={t('tx.notFound')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <DrawerBody>{data ? <StepsView steps={data} inOrder /> : <Skeleton className="h-40 w-full" />}</DrawerBody>;
}
