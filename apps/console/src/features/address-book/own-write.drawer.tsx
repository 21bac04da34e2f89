import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { OwnEntry } from './own-entry.tsx';
import { PayeeFields, usePayee } from './payee-form.tsx';
import { useWrite } from './use-write.tsx';
import type { Own } from './view.ts';

/** `ownWrite[:own payee]`: keeps a payee for oneself, or writes one anew. It holds at once. */
export default function OwnWriteDrawer({ args: [id] }: DrawerProps): ReactNode {
  if (id === undefined) return <OwnForm />;
  return <OwnEntry id={id}>{(entry) => <OwnForm key={entry.id} entry={entry} />}</OwnEntry>;
}

function OwnForm({ entry }: { entry?: Own }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const formId = useId();
  const into = { book: 'own', ...(entry ? { except: entry.id } : {}) } as const;
  const payee = usePayee(into, t('whiteAddress:own.note'), entry && { ...entry, remark: entry.note });
  const item = { ...payee.item, note: payee.words };
  const { write, busy, panel } = useWrite(
    async () =>
      void (await (entry ? api.personalBook.edit({ id: entry.id, item }) : api.personalBook.add({ items: [item] }))),
    ['personalBook'],
    pop,
  );
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={payee.blocked}>
            {t('whiteAddress:own.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={payee.form.submit(() => write(null))}>
        <p className="text-mut">{t('whiteAddress:own.writeText')}</p>
        <PayeeFields payee={payee} />
      </form>
      {panel}
    </DrawerBody>
  );
}
