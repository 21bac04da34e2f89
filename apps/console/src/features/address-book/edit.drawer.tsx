import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import type { DrawerProps } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { ListedEntry } from './listed-entry.tsx';
import { ProposalForm } from './proposal-form.tsx';
import type { Entry } from './view.ts';

/** `bookEdit:<id>`: another payee in the place of a listed one, proposed as one change. */
export default function EditDrawer({ args: [id = ''] }: DrawerProps): ReactNode {
  return <ListedEntry id={id}>{(entry) => <EditForm key={entry.id} entry={entry} />}</ListedEntry>;
}

function EditForm({ entry }: { entry: Entry }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const hours = useApi('addressBook', 'whiteStatus', {}, { quiet: true }).data?.held_hours;
  return (
    <ProposalForm
      about={
        <>
          <p className="text-mut">{t('whiteAddress:editText', { label: entry.label })}</p>
          {hours !== undefined && hours > 0 && (
            <Banner tone="warn" title={t('whiteAddress:editCools', { count: hours })}>
              {t('whiteAddress:editCoolsText')}
            </Banner>
          )}
        </>
      }
      start={entry}
      except={entry.id}
      call={({ item, remark }) => api.addressBook.edit({ entry_id: entry.id, item, remark })}
    />
  );
}
