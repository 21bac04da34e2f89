import { payeesText, type TransactionRecord } from '@holdfast/contract';
import { byteOrderMark, csvLine, fileName } from '@holdfast/contract/csv';
import type { TFunction } from 'i18next';
import { xlsxOf } from '../../lib/export/xlsx.ts';
import { paysSeveral, statusView, typeText } from './view.ts';

export type ExportFormat = 'csv' | 'xlsx';
/** As the server's files have them. */
const nftsText = (nft: TransactionRecord['nft']): string =>
  (nft?.items ?? [])
    .map(({ collection, contract_address, token_id }) => `${collection || contract_address} #${token_id}`)
    .join(', ');

/** The columns with their headings in the interface's language. Amounts and fees are the API's own text, every digit of it. */
const columns = (t: TFunction): readonly (readonly [string, (row: TransactionRecord) => string])[] => [
  [t('tx.created'), (row) => row.created_at.toISOString()],
  [t('tx.column.type'), (row) => t(row.stake ? `stake.name.${row.stake.kind}` : typeText(row.type))],
  [t('tx.column.status'), (row) => t(statusView(row.type, row.status).text)],
  [t('common.coin'), (row) => row.symbol_alias],
  [t('common.network'), (row) => row.coin_net],
  [t('common.amount'), (row) => row.amount],
  [t('nft.title'), (row) => nftsText(row.nft)],
  [t('tx.feePaid'), (row) => row.real_fee ?? ''],
  [t('tx.export.feeCoin'), (row) => row.fee_symbol],
  [t('common.subWallet'), (row) => row.sub_wallet_name],
  [t('tx.from'), (row) => row.address_from],
  [t('tx.to'), (row) => row.outputs.map(({ address }) => address).join(' ')],
  [t('tx.column.counterparty'), (row) => (paysSeveral(row) ? '' : row.counterparty_label)],
  [t('tx.export.memo'), (row) => (paysSeveral(row) ? '' : row.memo)],
  [t('tx.customer'), (row) => row.customer],
  [t('tx.txid'), (row) => row.txid],
  [t('tx.initiator'), (row) => row.initiator_name],
  [t('common.remark'), (row) => row.remark],
  [t('tx.note.text'), (row) => row.note],
  [t('tx.note.tags'), (row) => row.tags.join(', ')],
  [t('tx.export.number'), (row) => String(row.id)],
  [t('tx.batch'), (row) => row.batch_name],
  [t('tx.export.payees'), (row) => payeesText(row.outputs)],
];

/**
 * The rows as one file, made here: they are those of a page or two that somebody ticked. Whole lists the server writes.
 * @throws an AbortError when it was cancelled
 */
export async function chosenFile(
  rows: readonly TransactionRecord[],
  format: ExportFormat,
  t: TFunction,
  signal: AbortSignal,
): Promise<File> {
  const [headings, cells] = [columns(t).map(([heading]) => heading), columns(t).map(([, cell]) => cell)];
  const all = rows.map((row) => cells.map((cell) => cell(row)));
  const name = fileName([t('tx.title'), new Date().toISOString().slice(0, 10)], format);
  if (format === 'xlsx') return await xlsxOf(name, { headings, rows: all }, signal);
  return new File([byteOrderMark, csvLine(headings), ...all.map(csvLine)], name, { type: 'text/csv;charset=utf-8' });
}
