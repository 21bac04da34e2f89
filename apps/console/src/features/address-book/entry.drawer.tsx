import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBlocks, CopyButton } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryStatus } from './entry-status.tsx';
import { SimilarWarning } from './similar-warning.tsx';
import { usePay } from './use-pay.ts';
import { useRemoval } from './use-removal.tsx';
import type { Entry } from './view.ts';

const all = 200;

/** `bookEntry:<id>`: one payee in whole. */
export default function EntryDrawer({ args: [id = ''] }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const list = useApi('addressBook', 'list', { page_size: all }, { quiet: true });
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data)
    return (
      <DrawerBody>
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  const entry = list.data.list.find((one) => one.id === id);
  if (!entry) return <EmptyState title={t('whiteAddress:notFound')} />;
  return <Payee entry={entry} others={list.data.list} />;
}

function Payee({ entry, others }: { entry: Entry; others: readonly Entry[] }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { ask, busy, panel } = useRemoval();
  const mayEdit = usePermission('addressBook.edit');
  const mayPay = usePermission('withdraw.create');
  const pay = usePay(entry, entry.id);
  const alike = others.filter(({ id }) => entry.similar.includes(id));
  return (
    <DrawerBody
      footer={
        <>
          {mayEdit && (
            <Button variant="danger" busy={busy} onClick={() => void ask([entry])}>
              {t('whiteAddress:remove')}
            </Button>
          )}
          {pay && mayPay && (
            <Button variant="primary" onClick={pay}>
              {t('whiteAddress:pay')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex items-center justify-between gap-3">
        <bdi className="min-w-0 break-words font-semibold text-lg">{entry.label}</bdi>
        <EntryStatus entry={entry} />
      </div>
      <section className="flex items-start justify-between gap-2 rounded-lg border border-line p-3.5">
        <AddressBlocks address={entry.address} />
        <CopyButton text={entry.address} />
      </section>
      <SimilarWarning similar={alike.map(({ address, label }) => ({ like: address, label }))} />
      <EntryFacts entry={entry} effective={entry.effective_at} />
      {panel}
    </DrawerBody>
  );
}
