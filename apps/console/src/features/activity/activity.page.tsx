import { fileWords } from '@holdfast/contract/csv';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../lib/search.ts';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { exportWords } from './export-words.ts';
import { useActivity } from './use-activity.ts';
import { askActivity, noFilter, readActivity } from './view.ts';

/** What was done, by whom, in words: the newest first. */
export default function ActivityPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [filter, write] = useAddress(readActivity);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity(filter);
  const rows = data?.pages.flatMap(({ list }) => list);
  return (
    <Page>
      <PageHeader
        title={t('nav.activity')}
        text={t('tools:activity.about')}
        actions={
          <ExportButton
            name={fileWords(['activity', filter.kind ?? '', filter.from ?? '', filter.to ?? ''])}
            what={() => ({ list: 'activity', filter: askActivity(filter), words: exportWords(t) })}
          />
        }
      />
      <Card flush>
        <ActivityFilters filter={filter} onChange={write} />
        {error && !rows ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : rows?.length === 0 ? (
          <EmptyState
            icon={<History size={18} aria-hidden />}
            title={t('tools:activity.empty')}
            text={t('tools:activity.emptyText')}
            action={<Button onClick={() => write(noFilter)}>{t('common.clear')}</Button>}
          />
        ) : (
          <ActivityList rows={rows} />
        )}
        {hasNextPage && (
          <div className="border-line border-t p-3 text-center">
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('tools:activity.older')}
            </Button>
          </div>
        )}
      </Card>
    </Page>
  );
}
