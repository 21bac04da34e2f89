import { fileWords } from '@holdfast/contract/csv';
import type { TFunction } from 'i18next';
import type { Exported } from '../../lib/export/job.ts';
import { coinOfKey } from '../../lib/wallets.ts';
import { numbersOf, statusChoices, statusView, type TransactionFilter, typeText, valuesOf } from './view.ts';

const stakes = [
  'stake',
  'unstake',
  'unfrozen',
  'delegate',
  'reclaim',
  'allowance',
  'endless',
  'revocation',
  'call',
  'child',
  'inscription',
  'brc20',
  'message',
  'deploy',
] as const;

/** What the file calls columns and what stands in them, as the list does. */
export function exportWords(t: TFunction): Exported['words'] {
  const statuses = statusChoices(undefined).map(({ type, status, text }) => [`status.${type}.${status}`, t(text)]);
  return {
    'column.created': t('tx.created'),
    'column.type': t('tx.column.type'),
    'column.status': t('tx.column.status'),
    'column.coin': t('common.coin'),
    'column.network': t('common.network'),
    'column.amount': t('common.amount'),
    'column.nft': t('nft.title'),
    'column.worth_usd': t('tx.worthThen'),
    'column.fee': t('tx.feePaid'),
    'column.fee_coin': t('tx.export.feeCoin'),
    'column.sub_wallet': t('common.subWallet'),
    'column.from': t('tx.from'),
    'column.to': t('tx.to'),
    'column.counterparty': t('tx.column.counterparty'),
    'column.memo': t('tx.export.memo'),
    'column.customer': t('tx.customer'),
    'column.txid': t('tx.txid'),
    'column.initiator': t('tx.initiator'),
    'column.remark': t('common.remark'),
    'column.note': t('tx.note.text'),
    'column.tags': t('tx.note.tags'),
    'column.number': t('tx.export.number'),
    'column.batch': t('tx.batch'),
    ...Object.fromEntries([1, 2, 7].map((type) => [`type.${type}`, t(typeText(type))])),
    ...Object.fromEntries(stakes.map((kind) => [`stake.${kind}`, t(`stake.name.${kind}`)])),
    ...Object.fromEntries(statuses),
  };
}

/** A file is named by its filter, and by the day. */
export function exportName(t: TFunction, { type, status, symbol, wallet, q }: TransactionFilter): string {
  return fileWords([
    t('tx.title'),
    ...(type ? [t(typeText(type))] : []),
    ...numbersOf(status).map((one) => t(statusView(type ?? 0, one).text)),
    ...valuesOf(symbol).map((one) => coinOfKey(one).symbol),
    ...valuesOf(wallet),
    ...(q === undefined ? [] : [q]),
    new Date().toISOString().slice(0, 10),
  ]);
}
