import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../lib/search.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { ApiClientEditor } from './api-client-editor.tsx';
import { OneApiClient } from './one-api-client.tsx';
import { editSearch } from './search.ts';

/** Spec route center/api/editApi: `?app=` says which. */
export default function EditApiClientPage(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const [{ app = '' }] = useAddress(editSearch);
  const gone = (
    <Page>
      <PageHeader title={t('apiPage:title.edit')} />
      <Card flush>
        <EmptyState
          title={t('apiPage:gone')}
          action={
            <Link to="/mpc/center/api" className={buttonStyle({})}>
              {t('nav.api')}
            </Link>
          }
        />
      </Card>
    </Page>
  );
  return (
    <OneApiClient id={app} gone={gone}>
      {(apiClient) => <ApiClientEditor key={apiClient.app_id} start={apiClient} />}
    </OneApiClient>
  );
}
