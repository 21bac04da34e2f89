import { Link } from '@tanstack/react-router';
import { Bot, History, Plus, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { ApiClientFilters } from './api-client-filters.tsx';
import { ApiClientTable } from './api-client-table.tsx';
import { readFilter, shownApiClients } from './view.ts';

const everyMs = 10_000;

/** API clients that ask for payments with a key of their own (spec route center/api). */
export default function ApiClientsPage(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const [filter, change] = useAddress(readFilter);
  const { data, error, refetch } = useApi('apiClient', 'detail', {}, { quiet: true, refetchInterval: everyMs });
  const clear = (): void => change({ status: undefined, q: undefined });
  const shown = data && shownApiClients(data.list, filter);
  return (
    <Page>
      <PageHeader title={t('nav.api')} text={t('apiPage:about')} actions={<Actions />} />
      <Card flush>
        {data && data.list.length > 0 && <ApiClientFilters filter={filter} onChange={change} onClear={clear} />}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <EmptyState
            icon={<Bot size={18} aria-hidden />}
            title={t('apiPage:empty')}
            text={t('apiPage:emptyText')}
            action={<Add />}
          />
        ) : shown?.length === 0 ? (
          <EmptyState
            icon={<Bot size={18} aria-hidden />}
            title={t('apiPage:noMatch')}
            action={<Button onClick={clear}>{t('common.clear')}</Button>}
          />
        ) : (
          <ApiClientTable apiClients={shown} />
        )}
      </Card>
    </Page>
  );
}

function Add(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const mayEdit = usePermission('apiClient.edit');
  if (!mayEdit) return null;
  return (
    <Link to="/mpc/center/api/addApi" className={buttonStyle({ variant: 'primary' })}>
      <Plus aria-hidden />
      {t('apiPage:add')}
    </Link>
  );
}

function Actions(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const mayHooks = usePermission('webHook.read');
  return (
    <>
      {mayHooks && (
        <Link to="/mpc/center/transactionNotification" className={buttonStyle({})}>
          <Webhook aria-hidden />
          {t('hook.title')}
        </Link>
      )}
      <Link to="/mpc/center/api/log" className={buttonStyle({})}>
        <History aria-hidden />
        {t('apiPage:log.open')}
      </Link>
      <Add />
    </>
  );
}
