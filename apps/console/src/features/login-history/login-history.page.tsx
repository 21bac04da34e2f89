import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { AuditLogCard } from './audit-log-card.tsx';
import { type Change, LoginFilters } from './login-filters.tsx';
import { LoginTable } from './login-table.tsx';
import { NotMe } from './not-me.tsx';
import { OperationsCard } from './operations-card.tsx';
import { askOf, readFilter } from './view.ts';

const pageSize = 25;
const nothing = { result: undefined, q: undefined, from: undefined, to: undefined, page: undefined };

/** Who logged in as the user, when and from where, and what to do when it was somebody else. */
export default function LoginHistoryPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [filter, write] = useAddress(readFilter);
  const mayAudit = usePermission('audit.read');
  const change = (next: Change): void => write({ page: undefined, ...next });
  const clear = (): void => write(nothing);
  const { data, error, refetch } = useApi('loginHistory', 'list', askOf(filter, pageSize), { quiet: true, keep: true });
  return (
    <Page>
      <PageHeader title={t('tools:login.title')} text={t('tools:login.about')} actions={<NotMe />} />
      <Card flush>
        <LoginFilters filter={filter} onChange={change} onClear={clear} />
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <EmptyState
            icon={<ShieldCheck size={18} aria-hidden />}
            title={t('tools:login.empty')}
            text={t('tools:login.emptyText')}
            action={<Button onClick={clear}>{t('common.clear')}</Button>}
          />
        ) : (
          <LoginTable rows={data?.list} />
        )}
        {data && data.list.length > 0 && (
          <Pager
            page={filter.page ?? 1}
            pages={data.pageTotal}
            total={data.total}
            onPage={(page) => change({ page })}
          />
        )}
      </Card>
      {mayAudit && <OperationsCard />}
      {mayAudit && <AuditLogCard />}
    </Page>
  );
}
