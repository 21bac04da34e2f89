import { Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { stepsSearch } from './search.ts';
import { StepsView } from './steps-view.tsx';
import { askOf } from './view.ts';

/** One hash, of a message or a transaction, or the number of an order: all the transactions that a payment is made of. */
export default function StepsPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [{ q = '' }, write] = useAddress(stepsSearch);
  return (
    <Page>
      <PageHeader title={t('tools:steps.title')} text={t('tools:steps.about')} />
      <Card>
        <div className="grid gap-4">
          <SearchBox value={q} label={t('tools:steps.search')} exact onSearch={(text) => write({ q: text })} />
          {q === '' ? (
            <EmptyState
              icon={<Waypoints size={18} aria-hidden />}
              title={t('tools:steps.empty')}
              text={t('tools:steps.emptyText')}
            />
          ) : (
            <Found text={q} />
          )}
        </div>
      </Card>
    </Page>
  );
}

function Found({ text }: { text: string }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const ask = askOf(text);
  const enabled = ask !== undefined;
  const { data, error, refetch } = useApi('tools', 'paymentSteps', ask ?? {}, { quiet: true, enabled });
  if (!ask) return <EmptyState title={t('tools:steps.noHash')} text={t('tools:steps.emptyText')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <StepsView steps={data} /> : <Skeleton className="h-40 w-full" />;
}
