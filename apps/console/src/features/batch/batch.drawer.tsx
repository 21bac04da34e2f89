import { batchStatus } from '@holdfast/contract/batch';
import { Download, PenLine, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { itemId } from '../../lib/item-id.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { Button, ExternalLink } from '../../ui/button.tsx';
import { HashText, RelativeTime } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton, useErrorText } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Detail as Fact } from '../../ui/layout.tsx';
import { PaidRows } from './paid-rows.tsx';
import { BatchStatus } from './status.tsx';
import { batchIdOf, useNewDraft } from './use-batch.ts';
import { useResult } from './use-result.ts';
import { type Detail, rowsAgain } from './view.ts';

/** `batch:<id>`: a batch with what became of each row. */
export default function BatchDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const id = itemId(args[0]);
  const ask = { batch_id: batchIdOf(Math.max(1, id)) };
  const { data, error, refetch } = useApi('batch', 'info', ask, { quiet: true, enabled: id > 0 });
  if (id <= 0) return <EmptyState title={t('tools:batch.notFound')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-64 w-full" />
      </DrawerBody>
    );
  return (
    <DrawerBody footer={<Actions batch={data} />}>
      <Head batch={data} />
      <PaidRows batch={data} />
    </DrawerBody>
  );
}

function Head({ batch }: { batch: Detail }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const walletName = useWalletNames();
  const { name, batch_id, total_amount, symbol, row_count, success_num, fail_num, status, coin_net } = batch;
  const ended = status >= batchStatus.done;
  return (
    <section className="grid gap-3">
      <div>
        <p className="text-mut">{name || t('tools:batch.number', { id: batch_id })}</p>
        <p className="font-semibold text-2xl tabular-nums tracking-tight">
          {exactAmount(total_amount)} {symbol}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-mut">
          <BatchStatus status={status} />
          {t('tools:batch.payees', { count: row_count })} · {coin_net}
        </p>
      </div>
      {ended && (
        <progress
          aria-label={t('tools:batch.paidOf', { paid: success_num, all: row_count })}
          value={success_num}
          max={row_count}
        />
      )}
      {ended && (
        <p className="text-mut">
          {t('tools:batch.paidOf', { paid: success_num, all: row_count })}
          {fail_num > 0 && ` · ${t('tools:batch.unpaid', { count: fail_num })}`}
        </p>
      )}
      <dl>
        <Fact name={t('common.subWallet')}>{walletName(batch.sub_wallet_id) ?? batch.sub_wallet_id}</Fact>
        <Fact name={t('tools:batch.by')}>
          <bdi>{batch.initiator_name}</bdi>
        </Fact>
        {batch.submitted_at && (
          <Fact name={t('tools:batch.askedAt')}>
            <RelativeTime when={batch.submitted_at} />
          </Fact>
        )}
        {batch.remark !== '' && (
          <Fact name={t('common.remark')}>
            <Honest text={batch.remark} />
          </Fact>
        )}
        {batch.txid !== '' && (
          <Fact name={t('tools:batch.txid')}>
            {batch.explorer_url ? (
              <ExternalLink href={batch.explorer_url}>
                <HashText hash={batch.txid} />
              </ExternalLink>
            ) : (
              <HashText hash={batch.txid} />
            )}
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** The result to take away, the payment behind it, and once more what was not paid, or all where everything was. */
function Actions({ batch }: { batch: Detail }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push, replace } = useDrawers();
  const mayAsk = usePermission('withdraw.create', 'anywhere');
  const again = useNewDraft();
  const result = useResult(batch);
  const textOf = useErrorText();
  const { rows, text } = rowsAgain(batch.list);
  const { withdraw_id, status } = batch;
  return (
    <>
      {again.error && <Banner tone="bad">{textOf(again.error)}</Banner>}
      <Button onClick={() => result.csv()}>
        <Download aria-hidden />
        {t('tx.export.csv')}
      </Button>
      <Button busy={result.busy} onClick={() => result.xlsx()}>
        <Download aria-hidden />
        {t('tx.export.xlsx')}
      </Button>
      {mayAsk && status >= batchStatus.done && (
        <Button busy={again.isPending} onClick={() => again.mutate({ ...batch, rows })}>
          <RotateCcw aria-hidden />
          {t(text, { count: rows.length })}
        </Button>
      )}
      {withdraw_id !== null && (
        <Button onClick={() => push('transaction', '2', String(withdraw_id))}>{t('tools:batch.payment')}</Button>
      )}
      {withdraw_id !== null && status === batchStatus.awaitingApproval && (
        <Button variant="primary" onClick={() => replace('approve', String(withdraw_id))}>
          <PenLine aria-hidden />
          {t('tools:batch.approve')}
        </Button>
      )}
    </>
  );
}
