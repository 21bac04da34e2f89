import { byteOrderMark, fileName } from '@holdfast/contract/csv';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { xlsxOf } from '../../lib/export/xlsx.ts';
import { csvOf, type Detail, resultCells, statusView } from './view.ts';

/** What became of each row, as a file. */
export function useResult({ list, batch_id, name }: Detail) {
  const { t } = useTranslation(['translation', 'tools']);
  const headings = [
    '#',
    'address',
    'memo',
    'amount',
    'remark',
    t('tools:batch.statusName'),
    t('tools:batch.txid'),
    t('tools:batch.reason'),
  ];
  const cells = resultCells(list, ({ status }) => t(`tools:batch.status.${statusView(status).name}`));
  const called = (format: 'csv' | 'xlsx'): string =>
    fileName([name || t('tools:batch.number', { id: batch_id })], format);
  const xlsx = useMutation({
    mutationFn: () => xlsxOf(called('xlsx'), { headings, rows: cells }, new AbortController().signal),
    onSuccess: (file) => saveFile(file, file.name),
  });
  return {
    csv: () =>
      saveFile(new Blob([byteOrderMark, csvOf(headings, cells)], { type: 'text/csv;charset=utf-8' }), called('csv')),
    xlsx: () => xlsx.mutate(),
    busy: xlsx.isPending,
  };
}
