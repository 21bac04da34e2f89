import type { TransactionRecord } from '@holdfast/contract';
import { byteOrderMark, csvLine, fileName } from '@holdfast/contract/csv';
import type { TFunction } from 'i18next';
import { api } from '../../lib/api.ts';
import { readAllPages } from '../../lib/export/all-pages.ts';
import { sheetRowsMax, xlsxOf } from '../../lib/export/xlsx.ts';
import { coinOfKey } from '../../lib/wallets.ts';
import { filterInput, keyOf, statusView, type TransactionFilter, typeText } from './view.ts';

/** What the API gives at once. */
const pageSize = 200;

export type ExportFormat = 'csv' | 'xlsx';
/** Everything that fits a filter, or rows that are at hand. */
export type ExportSource =
  | { readonly filter: TransactionFilter; readonly patterns: readonly string[] }
  | { readonly rows: readonly TransactionRecord[] };

/** The columns with their headings in the interface's language. Amounts and fees are the API's own text, every digit of it. */
const columns = (t: TFunction): readonly (readonly [string, (row: TransactionRecord) => string])[] => [
  [t('tx.created'), (row) => row.created_at.toISOString()],
  [t('tx.column.type'), (row) => t(row.stake ? `stake.name.${row.stake.kind}` : typeText(row.type))],
  [t('tx.column.status'), (row) => t(statusView(row.type, row.status).text)],
  [t('common.coin'), (row) => row.symbol_alias],
  [t('common.network'), (row) => row.coin_net],
  [t('common.amount'), (row) => row.amount],
  [t('tx.feePaid'), (row) => row.real_fee ?? ''],
  [t('tx.export.feeCoin'), (row) => row.fee_symbol],
  [t('common.subWallet'), (row) => row.sub_wallet_name],
  [t('tx.from'), (row) => row.address_from],
  [t('tx.to'), (row) => row.outputs.map(({ address }) => address).join(' ')],
  [t('tx.export.memo'), (row) => row.memo],
  [t('tx.customer'), (row) => row.customer],
  [t('tx.txid'), (row) => row.txid],
  [t('tx.initiator'), (row) => row.initiator_name],
  [t('common.remark'), (row) => row.remark],
  [t('tx.note.text'), (row) => row.note],
  [t('tx.note.tags'), (row) => row.tags.join(', ')],
  [t('tx.export.number'), (row) => String(row.id)],
];

interface Options {
  readonly source: ExportSource;
  readonly format: ExportFormat;
  readonly t: TFunction;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Hands on the rows, page by page as they come. @returns how many there were */
async function readRows(
  { source, signal, onProgress }: Options,
  take: (rows: readonly TransactionRecord[]) => void,
): Promise<number> {
  if ('rows' in source) {
    take(source.rows);
    return source.rows.length;
  }
  return await readAllPages<TransactionRecord>({
    pageSize,
    signal,
    keyOf,
    ask: ({ page, end }) =>
      api.transaction.list(
        { ...filterInput(source.filter, source.patterns), ...(end ? { end } : {}), page_no: page, page_size: pageSize },
        { signal },
      ),
    onPage: (list, done, total) => {
      take(list);
      onProgress(done, total);
    },
  });
}

function nameOf(source: ExportSource, format: ExportFormat, t: TFunction): string {
  const { type, status, symbol, wallet, q } = 'filter' in source ? source.filter : {};
  const words = [
    t('tx.title'),
    ...(type ? [t(typeText(type))] : []),
    ...(status ? [t(statusView(type ?? 0, status).text)] : []),
    ...[symbol && coinOfKey(symbol).symbol, wallet, q].flatMap((word) => (word === undefined ? [] : [String(word)])),
    new Date().toISOString().slice(0, 10),
  ];
  return fileName(words, format);
}

/**
 * The rows as one file, read from the API page by page. Of CSV the parts are kept as text: 100,000 rows are some 30 MB. A workbook holds
 * `sheetRowsMax` rows: whoever has more is given CSV.
 * @throws ApiError or NetworkError of the page that could not be had; an AbortError when it was cancelled
 */
export async function transactionFile(options: Options): Promise<{ file: File; rows: number }> {
  const { source, t, signal } = options;
  const [headings, cells] = [columns(t).map(([heading]) => heading), columns(t).map(([, cell]) => cell)];
  const all: string[][] = [];
  const rows = await readRows(options, (list) => {
    for (const row of list) all.push(cells.map((cell) => cell(row)));
  });
  const format = rows > sheetRowsMax ? 'csv' : options.format;
  const name = nameOf(source, format, t);
  if (format === 'xlsx') return { file: await xlsxOf(name, { headings, rows: all }, signal), rows };
  const parts = [byteOrderMark, csvLine(headings), ...all.map(csvLine)];
  return { file: new File(parts, name, { type: 'text/csv;charset=utf-8' }), rows };
}
