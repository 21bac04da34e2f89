import { batchStatus } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Draft } from './draft.tsx';
import { Drafts } from './drafts.tsx';
import { authPath, batchPath, batchSearch, recordsPath } from './search.ts';
import { nothingWritten, Start } from './start.tsx';
import { batchIdOf } from './use-batch.ts';

/** Many payees paid as one: a new batch, or a draft that is worked on. */
export default function BatchPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [{ id, coin, wallet }] = useAddress(batchSearch);
  const [writing, setWriting] = useState(nothingWritten);
  return (
    <Page>
      <PageHeader
        title={t('batch.title')}
        text={t('tools:batch.about')}
        actions={
          <>
            <Link to={`/mpc/${authPath}`} className={buttonStyle({ variant: 'ghost' })}>
              {t('tools:batch.auth')}
            </Link>
            <Link to={`/mpc/${recordsPath}`} className={buttonStyle({})}>
              <ListChecks aria-hidden />
              {t('tools:batch.records')}
            </Link>
          </>
        }
      />
      {id === undefined ? (
        <>
          <Start
            key={`${coin}:${wallet}`}
            wanted={[coin ?? '', wallet === undefined ? '' : String(wallet)]}
            writing={writing}
            onWriting={setWriting}
          />
          <Drafts />
        </>
      ) : (
        <OneDraft key={id} id={id} />
      )}
    </Page>
  );
}

function OneDraft({ id }: { id: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('batch', 'info', { batch_id: batchIdOf(id) }, { quiet: true });
  if (error && !data)
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton className="h-64 w-full" />;
  if (data.findings) return <Draft draft={data} findings={data.findings} />;
  // Whoever asked for it may have got no answer, and finds here that it was: the way to sign is theirs as it is after an answer.
  const waits = data.status === batchStatus.awaitingApproval && data.withdraw_id !== null;
  return (
    <Card>
      <EmptyState
        title={t('tools:batch.asked')}
        text={t(waits ? 'tools:batch.askedWaits' : 'tools:batch.askedText')}
        action={
          <Link
            to={`/mpc/${recordsPath}`}
            search={{ d: waits ? `batch:${id}~approve:${data.withdraw_id}` : `batch:${id}` }}
            className={buttonStyle({ variant: 'primary' })}
          >
            {t(waits ? 'tools:batch.approve' : 'tools:batch.show')}
          </Link>
        }
      />
      <p className="text-center">
        <Link to={`/mpc/${batchPath}`} className="text-acc">
          {t('tools:batch.new')}
        </Link>
      </p>
    </Card>
  );
}
