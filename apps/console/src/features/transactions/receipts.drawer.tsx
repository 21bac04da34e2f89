import { payeeText, type TransactionRecord } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { readAllPages } from '../../lib/export/all-pages.ts';
import { numbered } from '../../lib/numbered.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Usd } from '../../ui/display.tsx';
import { type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { Honest } from '../../ui/honest.tsx';
import { PrintBody } from './print-body.tsx';
import { monthOf, readMonth, spanOf, totalsOf, worthOfAll } from './statement.ts';
import { counterparty, depositStatus, keyOf, nameOf, paysSeveral } from './view.ts';

const pageSize = 200;

/** Every deposit and payment created in the month that is final by now, oldest first. */
async function readMonthOf(month: string, signal: AbortSignal): Promise<TransactionRecord[]> {
  const { start, end: last } = spanOf(month);
  const rows: TransactionRecord[] = [];
  await readAllPages<TransactionRecord>({
    pageSize,
    signal,
    keyOf,
    // Deposits and orders have the same number for it.
    ask: ({ page, end = last }) =>
      api.transaction.list({ start, end, status: depositStatus.credited, page_no: page, page_size: pageSize }),
    onPage: (fresh) => rows.push(...fresh),
  });
  return rows.reverse();
}

/** `receipts:<2026-11>`, a month's on one sheet: every movement with all its characters, and what they come to by coin. */
export default function ReceiptsDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const month = readMonth(args[0]) ?? monthOf(new Date());
  const { data, error, refetch } = useQuery({
    queryKey: ['transaction', 'month', month],
    queryFn: ({ signal }) => readMonthOf(month, signal),
  });
  const choose = (text: string): void => {
    const next = readMonth(text);
    if (next !== undefined) drawers.replace('receipts', next);
  };
  return (
    <PrintBody printable={data !== undefined && data.length > 0}>
      <Field label={t('tx.receipt.month')}>
        <TextInput type="month" className="w-48" defaultValue={month} onChange={({ target }) => choose(target.value)} />
      </Field>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-60 w-full" />}
      {data?.length === 0 && <EmptyState title={t('tx.receipt.none')} />}
      {data && data.length > 0 && <Sheet month={month} rows={data} />}
    </PrintBody>
  );
}

function Sheet({ month, rows }: { month: string; rows: readonly TransactionRecord[] }): ReactNode {
  const { t } = useTranslation();
  const totals = totalsOf(rows);
  const cell = 'px-2 py-1.5 text-right tabular-nums first:pl-0 first:text-left';
  return (
    <article data-print className="grid gap-5">
      <h3 className="font-semibold text-xl tracking-tight">{t('tx.receipt.monthOf', { month })}</h3>
      <table className="w-full">
        <thead className="text-mut">
          <tr className="border-line border-b">
            {[t('common.coin'), t('tx.receipt.in'), t('tx.receipt.out'), t('tx.feePaid')].map((text) => (
              <th key={text} scope="col" className={`${cell} font-medium`}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ key, symbol, network, incoming, outgoing, fees, incomingUsd, outgoingUsd, feesUsd }) => (
            <tr key={key} className="border-line border-b align-top">
              <td className={cell}>
                {symbol} <span className="text-mut">{network}</span>
              </td>
              <td className={cell}>
                {exactAmount(incoming)}
                <Dollars of={incomingUsd} />
              </td>
              <td className={cell}>
                {exactAmount(outgoing)}
                <Dollars of={outgoingUsd} />
              </td>
              <td className={cell}>
                {exactAmount(fees)}
                <Dollars of={feesUsd} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className={`${cell} font-medium`}>
              {t('tx.worthThen')}
            </th>
            {(['incomingUsd', 'outgoingUsd', 'feesUsd'] as const).map((way) => (
              <td key={way} className={cell}>
                <Usd value={worthOfAll(totals, way)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <ol className="grid gap-3">
        {rows.map((row) => (
          <Movement key={keyOf(row)} row={row} />
        ))}
      </ol>
    </article>
  );
}

/** Nothing where nothing moved, or nobody knows. */
const Dollars = ({ of: usd }: { of: string | null }): ReactNode =>
  usd !== null && usd !== '0' && <Usd value={usd} className="block text-mut text-xs" />;

function OtherSide({ row }: { row: TransactionRecord }): ReactNode {
  return (
    <>
      {row.counterparty_label !== '' && <Honest className="font-medium" text={row.counterparty_label} />}
      <span className="mono break-all text-mut text-xs">{counterparty(row)}</span>
    </>
  );
}

/** Of several payees each stands by name and address, with what it got and for what. */
function PaidTo({ row }: { row: TransactionRecord }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <span className="font-medium">
        {row.batch_name === '' ? '' : `${row.batch_name} · `}
        {t('tx.payees', { count: row.outputs.length })}
      </span>
      {numbered(row.outputs).map(({ item: output, at }) => (
        <span key={at} className="mono break-all text-mut text-xs">
          <Honest text={payeeText({ ...output, amount: `${exactAmount(output.amount)} ${row.symbol_alias}` })} />
        </span>
      ))}
    </>
  );
}

function Movement({ row }: { row: TransactionRecord }): ReactNode {
  const { t } = useTranslation();
  const sign = row.direction === 'in' ? '+' : '−';
  const said = [row.remark, row.note].filter((text) => text !== '').join(' · ');
  return (
    <li className="grid break-inside-avoid gap-0.5 border-line border-b pb-3">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span>
          {absoluteTime(row.created_at)} · {t(nameOf(row))} · <bdi>{row.sub_wallet_name}</bdi>
        </span>
        <strong className="font-semibold tabular-nums">
          {sign}
          {exactAmount(row.amount)} {row.symbol_alias}
        </strong>
      </span>
      {row.worth_usd !== null && (
        <span className="text-mut text-xs">
          {t('tx.worthThen')} <Usd value={row.worth_usd} />
        </span>
      )}
      {paysSeveral(row) ? <PaidTo row={row} /> : <OtherSide row={row} />}
      <span className="mono break-all text-mut text-xs">{row.txid}</span>
      {row.real_fee !== null && (
        <span className="text-mut text-xs">
          {t('tx.feePaid')} {exactAmount(row.real_fee)} {row.fee_symbol}
          {about(row.fee_worth_usd ?? '')}
        </span>
      )}
      {said !== '' && <bdi className="text-xs">{said}</bdi>}
    </li>
  );
}
