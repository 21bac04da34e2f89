import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBlocks, CopyButton } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Beneficiary } from './beneficiary.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryStatus } from './entry-status.tsx';
import { ListedEntry } from './listed-entry.tsx';
import { SimilarWarning } from './similar-warning.tsx';
import { usePay } from './use-pay.ts';
import { useRemoval } from './use-removal.tsx';
import type { Entry } from './view.ts';

/** `bookEntry:<id>`: one payee in whole. */
export default function EntryDrawer({ args: [id = ''] }: DrawerProps): ReactNode {
  return <ListedEntry id={id}>{(entry) => <Payee entry={entry} />}</ListedEntry>;
}

function Payee({ entry }: { entry: Entry }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const { ask, busy, panel } = useRemoval();
  const mayEdit = usePermission('addressBook.edit');
  const mayPay = usePermission('withdraw.create', 'anywhere');
  const pay = usePay(entry, entry.id);
  return (
    <DrawerBody
      footer={
        <>
          {mayEdit && (
            <>
              <Button variant="danger" busy={busy} onClick={() => void ask([entry])}>
                {t('whiteAddress:remove')}
              </Button>
              <Button onClick={() => push('bookEdit', entry.id)}>{t('whiteAddress:edit')}</Button>
            </>
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
        <Honest className="min-w-0 break-words font-semibold text-lg" text={entry.label} />
        <EntryStatus entry={entry} />
      </div>
      <section className="flex items-start justify-between gap-2 rounded-lg border border-line p-3.5">
        <AddressBlocks address={entry.address} />
        <CopyButton text={entry.address} />
      </section>
      <SimilarWarning similar={entry.similar} />
      <EntryFacts entry={entry} added={entry.listed_at} effective={entry.effective_at} />
      <Beneficiary entry={entry} />
      {panel}
    </DrawerBody>
  );
}
