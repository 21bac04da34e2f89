import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { DrawerProps } from '../../ui/drawers.tsx';
import { OwnEntry } from './own-entry.tsx';
import { ProposalForm } from './proposal-form.tsx';
import type { Own } from './view.ts';

/** `bookAdd[:own payee]`: one payee, written here or taken from one's own book. */
export default function AddDrawer({ args: [own] }: DrawerProps): ReactNode {
  if (own === undefined) return <AddForm />;
  return <OwnEntry id={own}>{(entry) => <AddForm key={entry.id} from={entry} />}</OwnEntry>;
}

function AddForm({ from }: { from?: Own }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <ProposalForm
      about={<p className="text-mut">{t('whiteAddress:addText')}</p>}
      {...(from ? { start: from } : {})}
      call={({ item, remark }) => api.addressBook.add({ items: [item], remark })}
    />
  );
}
