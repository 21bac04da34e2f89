import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { ImportForm } from './import-form.tsx';
import { importMax } from './import-rows.ts';
import { useWrite } from './use-write.tsx';

/** `ownImport`: payees from a file, kept for oneself. */
export default function OwnImportDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const { write, busy, panel } = useWrite(api.personalBook.add, ['personalBook'], pop);
  return (
    <ImportForm
      into={{ book: 'own' }}
      about={t('whiteAddress:own.importText', { most: importMax })}
      submit={(count) => t('whiteAddress:own.importSave', { count })}
      send={(items) => write({ items })}
      busy={busy}
      panel={panel}
    />
  );
}
