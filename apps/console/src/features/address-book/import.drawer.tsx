import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { ImportForm } from './import-form.tsx';
import { importMax } from './import-rows.ts';
import { useProposal } from './use-proposal.tsx';

/** `bookImport`: payees from a file, proposed in one change. */
export default function ImportDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { propose, busy, panel } = useProposal(api.addressBook.add);
  return (
    <ImportForm
      into={{ book: 'workspace' }}
      about={t('whiteAddress:importText', { most: importMax })}
      submit={(count) => t('whiteAddress:importPropose', { count })}
      send={(items, remark) => propose({ items, remark })}
      busy={busy}
      panel={panel}
    />
  );
}
