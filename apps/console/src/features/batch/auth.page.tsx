import type { Output } from '@holdfast/contract';
import type { batch } from '@holdfast/contract/batch';
import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { AddressChip, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { authSearch, batchPath } from './search.ts';
import { BatchStatus } from './status.tsx';

type Given = Output<typeof batch.authRecords>['list'][number];
const pageSize = 20;
const keyOf = ({ withdraw_id }: Given): string => String(withdraw_id);

/** What the contract for batches was let take, newest first. */
export default function AuthPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [{ page = 1 }, write] = useAddress(authSearch);
  const ask = { page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('batch', 'authRecords', ask, { quiet: true, keep: true });
  const some = data !== undefined && data.list.length > 0;
  return (
    <Page>
      <PageHeader
        title={t('tools:batch.auth')}
        text={t('tools:batch.authAbout')}
        actions={
          <Link to={`/mpc/${batchPath}`} className={buttonStyle({})}>
            {t('tools:batch.new')}
          </Link>
        }
      />
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data && !some ? (
          <EmptyState
            icon={<Inbox size={18} aria-hidden />}
            title={t('tools:batch.authNone')}
            text={t('tools:batch.authNoneText')}
          />
        ) : (
          <Rows rows={data?.list} />
        )}
        {some && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => write({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

function Rows({ rows }: { rows: readonly Given[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const walletName = useWalletNames();
  const columns = useMemo(
    (): readonly Column<Given>[] => [
      {
        key: 'amount',
        title: t('tools:batch.mayTake'),
        share: 26,
        fixed: true,
        cell: ({ amount, symbol, coin_net }) => (
          <span className="grid min-w-0">
            <span className="truncate font-medium tabular-nums">
              {Number(amount) === 0 ? t('tools:batch.takenBack', { symbol }) : `${exactAmount(amount)} ${symbol}`}
            </span>
            <span className="truncate text-mut text-xs">{coin_net}</span>
          </span>
        ),
      },
      {
        key: 'contract',
        title: t('tools:batch.contract'),
        share: 26,
        from: 'md',
        cell: ({ spender }) => <AddressChip address={spender} />,
      },
      {
        key: 'status',
        title: t('tools:batch.statusName'),
        share: 20,
        fixed: true,
        cell: ({ status }) => <BatchStatus status={status} />,
      },
      {
        key: 'wallet',
        title: t('common.subWallet'),
        share: 16,
        from: 'lg',
        cell: ({ sub_wallet_id }) => <bdi className="truncate">{walletName(sub_wallet_id) ?? sub_wallet_id}</bdi>,
      },
      {
        key: 'by',
        title: t('tools:batch.by'),
        share: 16,
        from: 'lg',
        cell: ({ initiator_name }) => <bdi className="truncate">{initiator_name}</bdi>,
      },
      {
        key: 'time',
        title: t('tools:batch.time'),
        share: 14,
        from: 'md',
        cell: ({ created_at }) => <RelativeTime when={created_at} />,
      },
    ],
    [t, walletName],
  );
  return (
    <Table
      label={t('tools:batch.auth')}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      nameOf={({ amount, symbol }) => `${amount} ${symbol}`}
      onOpen={({ withdraw_id }) => push('transaction', '3', String(withdraw_id))}
    />
  );
}
