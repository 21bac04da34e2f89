import type { TransactionRecord } from '@holdfast/contract';
import type { TFunction } from 'i18next';
import { api } from '../../lib/api.ts';
import { readAllPages } from '../../lib/export/all-pages.ts';
import { byteOrderMark, csvLine, fileName } from '../../lib/export/csv.ts';
import { filterInput, statusView, type TransactionFilter, typeText } from './view.ts';

/** What the API gives at once. */
const pageSize = 200;

/** The columns with their headings in the interface's language. Amounts and fees are the API's own text, every digit of it. */
const columns = (t: TFunction): readonly (readonly [string, (row: TransactionRecord) => string])[] => [
  [t('tx.created'), (row) => row.created_at.toISOString()],
  [t('tx.column.type'), (row) => t(typeText(row.type))],
  [t('tx.column.status'), (row) => t(statusView(row.type, row.status).text)],
  [t('common.coin'), (row) => row.symbol_alias],
  [t('common.network'), (row) => row.coin_net],
  [t('common.amount'), (row) => row.amount],
  [t('tx.feePaid'), (row) => row.real_fee ?? ''],
  [t('tx.export.feeCoin'), (row) => row.fee_symbol],
  [t('common.subWallet'), (row) => row.sub_wallet_name],
  [t('tx.from'), (row) => row.address_from],
  [t('tx.to'), (row) => row.address_to],
  [t('tx.txid'), (row) => row.txid],
  [t('tx.initiator'), (row) => row.initiator_name],
  [t('common.remark'), (row) => row.remark],
  [t('tx.export.number'), (row) => String(row.id)],
];

/** The lines of one page of rows. */
export const csvOf = (t: TFunction, rows: readonly TransactionRecord[]): string =>
  rows.map((row) => csvLine(columns(t).map(([, cell]) => cell(row)))).join('');

interface Options {
  readonly filter: TransactionFilter;
  readonly t: TFunction;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Everything that fits the filter as one CSV file, read from the API page by page. The parts are kept as text: 100,000 rows are some 30 MB.
 * @throws ApiError or NetworkError of the page that could not be had; an AbortError when it was cancelled
 */
export async function transactionFile({
  filter,
  t,
  signal,
  onProgress,
}: Options): Promise<{ file: File; rows: number }> {
  const parts = [byteOrderMark, csvLine(columns(t).map(([heading]) => heading))];
  const rows = await readAllPages<TransactionRecord>({
    pageSize,
    signal,
    keyOf: ({ type, id }) => `${type}:${id}`,
    ask: ({ page, end }) =>
      api.transaction.list(
        { ...filterInput(filter), ...(end ? { end } : {}), page_no: page, page_size: pageSize },
        { signal },
      ),
    onPage: (list, done, total) => {
      parts.push(csvOf(t, list));
      onProgress(done, total);
    },
  });
  const { type, symbol, status, wallet, q } = filter;
  const words = [
    t('tx.title'),
    ...(type ? [t(typeText(type))] : []),
    ...(status ? [t(statusView(type ?? 0, status).text)] : []),
    ...[symbol, wallet, q].flatMap((word) => (word === undefined ? [] : [String(word)])),
    new Date().toISOString().slice(0, 10),
  ];
  return { file: new File(parts, fileName(words, 'csv'), { type: 'text/csv;charset=utf-8' }), rows };
}
