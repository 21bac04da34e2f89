import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { DrawerProps } from '../../ui/drawers.tsx';
import type { PayeeItem } from './import-rows.ts';
import { OwnEntry } from './own-entry.tsx';
import { PaidPayee } from './paid-payee.tsx';
import { ProposalForm } from './proposal-form.tsx';

/** `bookAdd[:own payee | :payment:<its number>]`: one payee, written here, or taken from one's own book or from a payment. */
export default function AddDrawer({ args: [own, payment] }: DrawerProps): ReactNode {
  if (own === undefined) return <AddForm />;
  if (payment !== undefined) return <PaidPayee id={payment}>{(payee) => <AddForm from={payee} />}</PaidPayee>;
  return <OwnEntry id={own}>{(entry) => <AddForm key={entry.id} from={entry} />}</OwnEntry>;
}

function AddForm({ from }: { from?: PayeeItem }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <ProposalForm
      about={<p className="text-mut">{t('whiteAddress:addText')}</p>}
      {...(from ? { start: from } : {})}
      call={({ item, remark }) => api.addressBook.add({ items: [item], remark })}
    />
  );
}
