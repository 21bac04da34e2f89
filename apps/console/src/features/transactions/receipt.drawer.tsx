import { isOrderType } from '@holdfast/contract';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { Statement } from './month-receipts.tsx';
import { readMonth } from './statement.ts';
import { statusView, type Transaction } from './view.ts';

/** `receipt:<type>:<id>` of one transaction, or `receipt:month:<2026-11>` of all that became final: to be printed, or kept as the browser's PDF. */
export default function ReceiptDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const month = args[0] === 'month' ? readMonth(args[1]) : undefined;
  const print = (
    <Button variant="primary" onClick={() => window.print()}>
      <Printer aria-hidden />
      {t('tx.receipt.print')}
    </Button>
  );
  return (
    <DrawerBody footer={print}>
      {month === undefined ? <Receipt args={args} /> : <Statement month={month} />}
    </DrawerBody>
  );
}

function Receipt({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const [type, id] = [itemId(args[0]), itemId(args[1])];
  const named = type > 0 && id > 0;
  const { data, error, refetch } = useApi('transaction', 'detail', { type, id }, { quiet: true, enabled: named });
  if (!named) return <EmptyState title={t('tx.notFound')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Sheet transaction={data} /> : <Skeleton className="h-60 w-full" />;
}

/** Who paid whom, what and when, with what the chain says of it: every character of it. */
function Sheet({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { type, id, evidence, real_fee, fee_symbol, outputs, symbol_alias, note, remark, memo } = transaction;
  const isOrder = isOrderType(type);
  const facts: readonly (readonly [string, string])[] = [
    [t('tx.column.status'), t(statusView(type, transaction.status).text)],
    [t('common.amount'), `${exactAmount(transaction.amount)} ${symbol_alias}`],
    [t('common.network'), transaction.coin_net],
    [t('common.subWallet'), transaction.sub_wallet_name],
    [t('tx.from'), transaction.address_from],
    ...outputs.map((output): [string, string] => [
      t('tx.to'),
      outputs.length === 1 ? output.address : `${output.address} · ${exactAmount(output.amount)} ${symbol_alias}`,
    ]),
    [t('withdraw.memo'), memo],
    [t('tx.feePaid'), isOrder && real_fee !== null ? `${exactAmount(real_fee)} ${fee_symbol}` : ''],
    [t('tx.txid'), evidence.txid],
    [t('tx.receipt.block'), evidence.block_height === null ? '' : `${evidence.block_height} · ${evidence.block_hash}`],
    [t('tx.created'), absoluteTime(transaction.created_at)],
    [t('tx.receipt.last'), absoluteTime(transaction.updated_at)],
    [t('tx.initiator'), transaction.initiator_name],
    [t('common.remark'), remark],
    [t('tx.note.text'), note],
  ];
  return (
    <article data-print className="grid gap-4">
      <h3 className="font-semibold text-xl tracking-tight">
        {t(isOrder ? 'tx.receipt.payment' : 'tx.receipt.deposit', { id })}
      </h3>
      <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <Detail key={`${name} ${text}`} name={name}>
              <bdi className="break-all">{text}</bdi>
            </Detail>
          ))}
      </dl>
    </article>
  );
}
