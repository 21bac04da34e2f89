import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListedOnly } from '../../lib/listed-only.ts';
import { usePermission } from '../../lib/permission.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBlocks, CopyButton } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { OwnEntry } from './own-entry.tsx';
import { ListedPill } from './own-listed.tsx';
import { SimilarWarning } from './similar-warning.tsx';
import { useOwnRemoval } from './use-own-removal.tsx';
import { usePay } from './use-pay.ts';
import type { Own } from './view.ts';

/** `ownEntry:<id>`: one payee of one's own in whole. */
export default function OwnEntryDrawer({ args: [id = ''] }: DrawerProps): ReactNode {
  return <OwnEntry id={id}>{(entry) => <Payee entry={entry} />}</OwnEntry>;
}

function Payee({ entry }: { entry: Own }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push, pop } = useDrawers();
  const mayPay = usePermission('withdraw.create', 'anywhere');
  const mayPropose = usePermission('addressBook.edit');
  const only = useListedOnly();
  const { ask, busy, panel } = useOwnRemoval(pop);
  const id = String(entry.id);
  const pay = usePay(entry, `own-${id}`);
  return (
    <DrawerBody
      footer={
        <>
          <Button variant="danger" busy={busy} onClick={() => void ask([entry])}>
            {t('whiteAddress:remove')}
          </Button>
          <span className="flex-1" />
          <Button onClick={() => push('ownWrite', id)}>{t('whiteAddress:own.edit')}</Button>
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
        <ListedPill listed={entry.listed} />
      </div>
      <section className="flex items-start justify-between gap-2 rounded-lg border border-line p-3.5">
        <AddressBlocks address={entry.address} />
        <CopyButton text={entry.address} />
      </section>
      {entry.listed === 0 && (
        <Banner tone={only ? 'warn' : 'info'} title={t('whiteAddress:own.unlisted')}>
          <p>{t(only ? 'whiteAddress:own.unlistedOnly' : 'whiteAddress:own.unlistedText')}</p>
          {mayPropose && (
            <Button size="sm" className="mt-2" onClick={() => push('bookAdd', id)}>
              {t('whiteAddress:own.propose')}
            </Button>
          )}
        </Banner>
      )}
      <SimilarWarning similar={entry.similar} />
      <EntryFacts entry={entry} added={entry.created_at} note={entry.note} />
      {panel}
    </DrawerBody>
  );
}
