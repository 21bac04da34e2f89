import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { OwnEntry } from './own-entry.tsx';
import { PayeeFields, usePayee } from './payee-form.tsx';
import { useProposal } from './use-proposal.tsx';
import type { Own } from './view.ts';

/** `bookAdd[:own payee]`: one payee, written here or taken from one's own book. */
export default function AddDrawer({ args: [own] }: DrawerProps): ReactNode {
  if (own === undefined) return <AddForm />;
  return <OwnEntry id={own}>{(entry) => <AddForm key={entry.id} from={entry} />}</OwnEntry>;
}

/** What is proposed is signed on the approval page, and can be paid when it has cooled down. */
function AddForm({ from }: { from?: Own }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const formId = useId();
  const payee = usePayee({ book: 'workspace' }, t('common.remark'), from && { ...from, remark: '' });
  const { propose, busy, panel } = useProposal(api.addressBook.add);
  const send = (): void => propose({ items: [payee.item], remark: payee.words });
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={payee.blocked}>
            {t('whiteAddress:propose')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={payee.form.submit(send)}>
        <p className="text-mut">{t('whiteAddress:addText')}</p>
        <PayeeFields payee={payee} />
      </form>
      {panel}
    </DrawerBody>
  );
}
